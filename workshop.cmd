@echo off
rem Builds with Visual Studio's CMake where needed and hands over to workshop.exe.
rem Run it from a Visual Studio command prompt. The authors have not run it on Windows yet.
setlocal
set "root=%~dp0"
set "program=%root%build\windows-msvc\bin\Release\workshop.exe"
pushd "%root%"
if not exist "build\windows-msvc\CMakeCache.txt" (
  cmake --preset windows-msvc || (popd & exit /b 2)
)
cmake --build --preset windows-msvc || (popd & exit /b 2)
popd
"%program%" %*
exit /b %errorlevel%
