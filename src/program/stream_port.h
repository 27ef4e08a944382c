// The engine's communication with the host: calls, streams and the waits for them.
//
//   StreamPort port(executable, machine, replicas, recorder, false);
//   port.require_ready();
//   port.begin_call();                            // prepares and starts one engine run
//   port.in(instruction, stream_in, false);       // an element for each replica
//   port.out(instruction, stream_out);
//   port.end_call();
//
// The arguments and results of a call are streams without prefetching: their data travels after a
// full handshake, once per run. Synthetic data (the constructor's last argument) is zeros that take
// no time, and nothing is sent out.
//
// A stream on I/O tiles advances the clock of those tiles and not that of the compute tiles, which
// do not wait for it either; its spans are in a lane of their own, and its waits do not count among
// the machine's.
//
// Errors: require_ready() throws FailedPrecondition for a stream that has been used with another
// number of replicas, and what a source's check_ready() throws; in() and out() pass on exceptions
// of streams. Part of the engine (engine.h).
#pragma once

#include <vector>

#include "program/recorder.h"
#include "program/replicas.h"

namespace pipette {

class StreamPort {
 public:
  StreamPort(const Executable& executable, Machine& machine, Replicas& replicas, Recorder& recorder,
             bool synthetic_data);
  StreamPort(const StreamPort&) = delete;
  StreamPort& operator=(const StreamPort&) = delete;

  void require_ready() const;
  void begin_call();
  void end_call();  // the results' handshake; sinks are still open
  // Call it when no run is under way any more, whether it was completed or abandoned.
  void close();

  // `is_read`: the elements are bound already (read() ran ahead of the clock).
  void in(const Instruction& instruction, const StreamIn& in, bool is_read);
  void out(const Instruction& instruction, const StreamOut& out);
  // Binds each replica's next element for a mini-batch; -1: none. Takes no modelled time.
  void read(const Instruction& instruction, std::int64_t mini_batch);

 private:
  CallInputs inputs() const;
  void trace_call(const CallStart& call);
  void trace_production(const Ready& ready, std::int64_t bytes);
  void begin_handshake(const Instruction& instruction);
  void wait_for_element(const Instruction& instruction, const StreamIn& in, int ipu);
  void print(const Instruction& instruction, const StreamOut& out);
  // The data phase of a stream.
  void move_data(const Instruction& instruction, std::int64_t bytes, int ipu, Tiles tiles);

  const Executable& executable_;
  Machine& machine_;
  Replicas& replicas_;
  Recorder& recorder_;
  bool synthetic_data_;
  std::int64_t run_begin_ = 0;  // cycle at which the device began
  bool handshake_open_ = false;
  std::size_t open_sinks_ = 0;  // sinks notified of the run
  std::vector<Array> leaves_;   // scratch of out()
};

}  // namespace pipette
