// The project's own; a header of Pipette that included this one would not compile.
#error "this is not Pipette's core/error.h"
