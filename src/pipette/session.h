// The catalogue's experiments as values, and sessions that run them.
//
//   #include <pipette/session.h>
//
//   pipette::Session session(pipette::Experiment::defaults("mnist-with-feeds"));
//   while (!session.advance(pipette::Budget::microseconds(6000))) draw(session.status());
//   session.summary().test_accuracy;
//
// experiment/experiment.h: experiments; experiment/catalogue.h: the catalogue;
// experiment/problems.h: the problems of an experiment; session/session.h; session/image_data.h:
// the images; session/checkpoint.h: a session as a file.
#pragma once

#include "experiment/catalogue.h"
#include "experiment/experiment.h"
#include "experiment/problems.h"
#include "session/checkpoint.h"
#include "session/image_data.h"
#include "session/session.h"
