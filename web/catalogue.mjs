// The catalogue of experiments over the page.
//
//   chooseExperiment({chosen, experiments}, (name) => act('select-experiment', 0, '', name));
//
// `experiments` is what src/page/experiment_panel.h writes: [{group, name, title, description}].

import {chooseOption} from './option_list.mjs';

export const chooseExperiment = ({chosen, experiments}, choose) =>
  chooseOption({
    id: 'catalogue',
    label: 'Experiments',
    placeholder: 'Search the experiments',
    nothing: 'No experiment has',
    options: experiments.map(({group, name, title, description}) => ({
      id: name,
      group,
      title,
      text: description,
      search: name,
    })),
    chosen,
    choose: ({id}) => choose(id),
  });
