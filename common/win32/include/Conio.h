/** @file
 *  @brief Another name of conio.h. */
#include "conio.h"
