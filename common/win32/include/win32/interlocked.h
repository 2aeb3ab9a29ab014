/**
 * @file
 * @brief Interlocked operations: full barriers, as on Windows. Lists of entries are at the end.
 */
#ifndef WIN32_INTERLOCKED_H
#define WIN32_INTERLOCKED_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "win32/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of one width; `suffix` is empty, 16, 64 or 8. */
#define WIN32_INTERLOCKED(type, suffix)                                                          \
  static inline type InterlockedIncrement##suffix(type volatile* value) {                        \
    return (type)__atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);                                 \
  }                                                                                              \
  static inline type InterlockedDecrement##suffix(type volatile* value) {                        \
    return (type)__atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);                                 \
  }                                                                                              \
  static inline type InterlockedExchange##suffix(type volatile* value, type desired) {           \
    return __atomic_exchange_n(value, desired, __ATOMIC_SEQ_CST);                                \
  }                                                                                              \
  static inline type InterlockedExchangeAdd##suffix(type volatile* value, type amount) {         \
    return (type)__atomic_fetch_add(value, amount, __ATOMIC_SEQ_CST);                            \
  }                                                                                              \
  static inline type InterlockedAdd##suffix(type volatile* value, type amount) {                 \
    return (type)__atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);                            \
  }                                                                                              \
  static inline type InterlockedAnd##suffix(type volatile* value, type bits) {                   \
    return (type)__atomic_fetch_and(value, bits, __ATOMIC_SEQ_CST);                              \
  }                                                                                              \
  static inline type InterlockedOr##suffix(type volatile* value, type bits) {                    \
    return (type)__atomic_fetch_or(value, bits, __ATOMIC_SEQ_CST);                               \
  }                                                                                              \
  static inline type InterlockedXor##suffix(type volatile* value, type bits) {                   \
    return (type)__atomic_fetch_xor(value, bits, __ATOMIC_SEQ_CST);                              \
  }                                                                                              \
  static inline type InterlockedCompareExchange##suffix(type volatile* value, type desired,      \
                                                        type expected) {                         \
    __atomic_compare_exchange_n(value, &expected, desired, 0, __ATOMIC_SEQ_CST,                  \
                                __ATOMIC_SEQ_CST);                                               \
    return expected;                                                                             \
  }

WIN32_INTERLOCKED(LONG, )
WIN32_INTERLOCKED(SHORT, 16)
WIN32_INTERLOCKED(LONG64, 64)
#undef WIN32_INTERLOCKED

static inline PVOID InterlockedExchangePointer(PVOID volatile* value, PVOID desired) {
  return __atomic_exchange_n(value, desired, __ATOMIC_SEQ_CST);
}
static inline PVOID InterlockedCompareExchangePointer(PVOID volatile* value, PVOID desired,
                                                      PVOID expected) {
  __atomic_compare_exchange_n(value, &expected, desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}

#define _InterlockedIncrement InterlockedIncrement
#define _InterlockedDecrement InterlockedDecrement
#define _InterlockedExchange InterlockedExchange
#define _InterlockedExchangeAdd InterlockedExchangeAdd
#define _InterlockedCompareExchange InterlockedCompareExchange
#define _InterlockedAnd InterlockedAnd
#define _InterlockedOr InterlockedOr
#define _InterlockedIncrement64 InterlockedIncrement64
#define _InterlockedDecrement64 InterlockedDecrement64
#define _InterlockedExchangeAdd64 InterlockedExchangeAdd64
#define _InterlockedCompareExchange64 InterlockedCompareExchange64
#define InterlockedIncrementAcquire InterlockedIncrement
#define InterlockedIncrementRelease InterlockedIncrement
#define InterlockedDecrementRelease InterlockedDecrement
#define InterlockedCompareExchangeAcquire InterlockedCompareExchange
#define InterlockedCompareExchangeRelease InterlockedCompareExchange

static inline void MemoryBarrier(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void YieldProcessor(void) { __builtin_ia32_pause(); }
#define _ReadWriteBarrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define _ReadBarrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define _WriteBarrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)

/* ---- lists ------------------------------------------------------------------------------- */

typedef struct _SLIST_ENTRY {
  struct _SLIST_ENTRY* Next;
} SLIST_ENTRY, *PSLIST_ENTRY;
/** A stack that threads share. Guarded by a small lock here, where Windows compares and swaps. */
typedef struct _SLIST_HEADER {
  SLIST_ENTRY* First;
  LONG Depth;
  LONG Lock;
} SLIST_HEADER, *PSLIST_HEADER;

static inline void win32_lock_list(PSLIST_HEADER list) {
  while (__atomic_exchange_n(&list->Lock, 1, __ATOMIC_ACQUIRE) != 0) __builtin_ia32_pause();
}
static inline void win32_unlock_list(PSLIST_HEADER list) {
  __atomic_store_n(&list->Lock, 0, __ATOMIC_RELEASE);
}
static inline VOID InitializeSListHead(PSLIST_HEADER list) {
  list->First = NULL;
  list->Depth = 0;
  list->Lock = 0;
}
/** @return what was the first entry. @see Microsoft Learn: InterlockedPushEntrySList */
static inline PSLIST_ENTRY InterlockedPushEntrySList(PSLIST_HEADER list, PSLIST_ENTRY entry) {
  PSLIST_ENTRY before;
  win32_lock_list(list);
  before = list->First;
  entry->Next = before;
  list->First = entry;
  ++list->Depth;
  win32_unlock_list(list);
  return before;
}
/** @return the first entry, taken out; NULL when there is none. */
static inline PSLIST_ENTRY InterlockedPopEntrySList(PSLIST_HEADER list) {
  PSLIST_ENTRY entry;
  win32_lock_list(list);
  entry = list->First;
  if (entry != NULL) {
    list->First = entry->Next;
    --list->Depth;
  }
  win32_unlock_list(list);
  return entry;
}
/** @return all entries, taken out. */
static inline PSLIST_ENTRY InterlockedFlushSList(PSLIST_HEADER list) {
  PSLIST_ENTRY entry;
  win32_lock_list(list);
  entry = list->First;
  list->First = NULL;
  list->Depth = 0;
  win32_unlock_list(list);
  return entry;
}
static inline USHORT QueryDepthSList(PSLIST_HEADER list) { return (USHORT)list->Depth; }

#ifdef __cplusplus
}

/* On Windows a long has 32 bits, and programs count in one; here it has 64. The unsigned forms are
   Windows' own overloads. */
#define WIN32_INTERLOCKED(type)                                                        \
  static inline type InterlockedIncrement(type volatile* value) {                      \
    return __atomic_add_fetch(value, static_cast<type>(1), __ATOMIC_SEQ_CST);          \
  }                                                                                    \
  static inline type InterlockedDecrement(type volatile* value) {                      \
    return __atomic_sub_fetch(value, static_cast<type>(1), __ATOMIC_SEQ_CST);          \
  }                                                                                    \
  static inline type InterlockedExchange(type volatile* value, type desired) {         \
    return __atomic_exchange_n(value, desired, __ATOMIC_SEQ_CST);                      \
  }                                                                                    \
  static inline type InterlockedExchangeAdd(type volatile* value, type amount) {       \
    return __atomic_fetch_add(value, amount, __ATOMIC_SEQ_CST);                        \
  }                                                                                    \
  static inline type InterlockedCompareExchange(type volatile* value, type desired,    \
                                                type expected) {                       \
    __atomic_compare_exchange_n(value, &expected, desired, false, __ATOMIC_SEQ_CST,    \
                                __ATOMIC_SEQ_CST);                                     \
    return expected;                                                                   \
  }
WIN32_INTERLOCKED(long)
WIN32_INTERLOCKED(unsigned long)
WIN32_INTERLOCKED(unsigned int)
WIN32_INTERLOCKED(unsigned long long)
#undef WIN32_INTERLOCKED
static inline LONG64 InterlockedIncrement64(long volatile* value) {
  return __atomic_add_fetch(value, 1L, __ATOMIC_SEQ_CST);
}
static inline unsigned long long InterlockedIncrement64(unsigned long long volatile* value) {
  return __atomic_add_fetch(value, 1ULL, __ATOMIC_SEQ_CST);
}
static inline unsigned long long InterlockedExchangeAdd64(unsigned long long volatile* value,
                                                          unsigned long long amount) {
  return __atomic_fetch_add(value, amount, __ATOMIC_SEQ_CST);
}
#endif

#endif
