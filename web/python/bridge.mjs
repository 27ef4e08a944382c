// What Python imports as `_pipette`: an emulator, and its runs from beginning to end, which tell how far they are.
//
//   const bridge = bridgeOf(await createPipette(), {onSlice: (watched) => draw(watched.status())});
//
// Python cannot wait for a promise, so runs go on here until they are over, in slices of `microseconds`; `onSlice` is called after
// each, with the strategy or model that runs. `dataFiles` are the images of data sets by name, and `realData` says how to give some.

import {elementsOf, fromElements} from './arrays.mjs';

const SLICE_US = 20_000;

/** Generated digits as bytes, as Keras gives MNIST. */
function digits(emulator, seed) {
  const {train, test} = emulator.dataset.digits({seed});
  const whole = (dataset) => {
    const [[images, labels]] = dataset.batch(dataset.cardinality);
    const grey = new Uint8Array(images.data.length); // from() would make a list of all of them first
    for (let i = 0; i < grey.length; i++) grey[i] = Math.round(255 * images.data[i]);
    return [
      {data: grey, shape: images.shape},
      {data: new Uint8Array(labels.data), shape: labels.shape},
    ];
  };
  const [xTrain, yTrain] = whole(train),
    [xTest, yTest] = whole(test);
  return {xTrain, yTrain, xTest, yTest};
}

export function bridgeOf(emulator, {onSlice = () => {}, microseconds = SLICE_US, dataFiles = {}, realData = ''} = {}) {
  const advance = (watched) => {
    const over = watched.advance({microseconds});
    onSlice(watched);
    return over;
  };
  return {
    emulator,
    tensorOf: elementsOf,
    arrayOf: ({data, shape}) => fromElements({data, shape}),
    /** Images and labels of a data set: from the reader's files, where they were given, else generated digits. */
    images: (name, seed) =>
      name in dataFiles ? {...dataFiles[name], generated: false} : {...digits(emulator, seed), generated: true},
    realData,
    /** One engine run of a traced function; gives what it returned. */
    run(strategy, fn, tensors) {
      strategy.start(fn, tensors);
      try {
        while (!advance(strategy));
      } catch (error) {
        strategy.abandon();
        throw error;
      }
      return strategy.result();
    },
    /** A model that has been started: until it is over, or until something has happened that Python asked for. */
    advanceModel(model) {
      for (;;) {
        const over = advance(model);
        const events = model.takeEvents();
        if (over || events.length > 0) return {over, events};
      }
    },
  };
}
