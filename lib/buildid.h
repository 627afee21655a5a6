/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Build-ids of files that are open already. */
#ifndef LIB_BUILDID_H
#define LIB_BUILDID_H

#include "perf-persistent.h"

/* As pp_build_id_read(), of the ELF file open at @fd. */
int build_id_from_elf(int fd, uint8_t id[PP_BUILD_ID_MAX]);

#endif /* LIB_BUILDID_H */
