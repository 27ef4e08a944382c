// Every public header, so that the compiler reads them with this project's warnings.
#include <pipette/data.h>
#include <pipette/keras.h>
#include <pipette/popdist.h>
#include <pipette/program.h>
#include <pipette/session.h>
