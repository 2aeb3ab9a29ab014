/** @file
 *  @brief Another name of SDKDDKVer.h. */
#include "SDKDDKVer.h"
