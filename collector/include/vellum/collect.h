/* Vellum's interface for programs that mark regions themselves, beside or instead of compiler
 * instrumentation. Link with vellum::collect (libvellum-collector); without vellum-record around the
 * program all calls return at once.
 *
 *     static vellum_region solve;
 *     if (solve == 0) solve = vellum_region_define("solve", __FILE__, __LINE__);
 *     vellum_region_enter(solve);
 *     ...
 *     vellum_region_leave(solve);
 *
 * Threads: all functions may be called from any thread; enter and leave nest per thread.
 */
#ifndef VELLUM_COLLECT_H
#define VELLUM_COLLECT_H

// NOLINTBEGIN: this header is C
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A region's handle; 0 stands for a region that is not recorded. */
typedef uint32_t vellum_region;

/* Defines a region. Each call makes another one: keep the handle. file may be NULL, line 0. */
vellum_region vellum_region_define(const char* name, const char* file, uint32_t line);

void vellum_region_enter(vellum_region region);
void vellum_region_leave(vellum_region region);

#ifdef __cplusplus
}
#endif
// NOLINTEND

#endif
