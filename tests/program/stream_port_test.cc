// Calls and streams: which element goes where, and which handshakes are paid.
#include "program/stream_port.h"

#include "graph/ops.h"
#include "program/replicas_fixture.h"
#include "program/tree_fixture.h"

namespace pipette {
namespace {

class StreamPortTest : public testing::Test {
 protected:
  void make(int num_replicas, bool synthetic = false) {
    {
      const Graph::Scope scope(graph_);
      stream_out(sink_, {exp(stream_in(source_).leaf())});
    }
    machine_.emplace(with_ipus(num_replicas));
    executable_ = compile(graph_, machine_->device.cost_model());
    replicas_.emplace(*executable_, num_replicas, 1);
    recorder_.emplace(*executable_, *machine_);
    port_.emplace(*executable_, *machine_, *replicas_, *recorder_, synthetic);
  }
  const Instruction& in() const { return executable_->root.children[0]; }
  const Instruction& out() const { return executable_->root.children.back(); }
  float first_of(int replica) const {
    const BufferId id = std::get<StreamIn>(in().what).leaves[0].buffer;
    return *reinterpret_cast<const float*>(replicas_->address(replica, id));
  }

  Graph graph_{"streams"};
  TableSource source_{{Array::filled<float>({2}, 1.0f), Array::filled<float>({2}, 2.0f),
                       Array::filled<float>({2}, 3.0f)}};
  RecordingSink sink_;
  std::optional<Machine> machine_;
  std::shared_ptr<const Executable> executable_;
  std::optional<Replicas> replicas_;
  std::optional<Recorder> recorder_;
  std::optional<StreamPort> port_;
};

TEST_F(StreamPortTest, ReplicasTakeElementsInTurn) {
  make(2);
  port_->require_ready();
  port_->begin_call();
  port_->in(in(), std::get<StreamIn>(in().what), false);
  EXPECT_EQ(first_of(0), 1.0f);
  EXPECT_EQ(first_of(1), 2.0f);
  port_->read(in(), -1);
  EXPECT_EQ(first_of(0), 3.0f);
  EXPECT_EQ(first_of(1), 1.0f);
  port_->close();
}

TEST_F(StreamPortTest, SyntheticDataIsZerosAndTakesNoTime) {
  make(1, true);
  port_->require_ready();
  port_->begin_call();
  const std::int64_t begin = machine_->device.now();
  port_->in(in(), std::get<StreamIn>(in().what), false);
  EXPECT_EQ(first_of(0), 0.0f);
  port_->out(out(), std::get<StreamOut>(out().what));
  EXPECT_TRUE(sink_.record.empty());
  port_->end_call();
  EXPECT_EQ(machine_->device.now(), begin);
  port_->close();
}

TEST_F(StreamPortTest, DataTakesItsPhaseAndWhatIsReadAlreadyIsNotReadAgain) {
  make(1);
  port_->require_ready();
  port_->begin_call();
  EXPECT_EQ(sink_.open, 1);
  port_->read(in(), -1);
  port_->in(in(), std::get<StreamIn>(in().what), true);
  EXPECT_EQ(first_of(0), 1.0f);
  const std::int64_t begin = machine_->device.now();
  port_->out(out(), std::get<StreamOut>(out().what));
  EXPECT_EQ(machine_->device.now() - begin, machine_->device.host().data_phase_cycles(8));
  EXPECT_EQ(sink_.record.size(), 8u);
  port_->close();
  EXPECT_EQ(sink_.open, 0);
}

}  // namespace
}  // namespace pipette
