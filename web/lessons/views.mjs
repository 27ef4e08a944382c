// The pictures of show() as elements; what they are is said by show.mjs.

import {Curve} from '../queues/curve.mjs';
import {shapeText, tensorView} from '../queues/heat_map.mjs';
import '../queues/pipette_queues.mjs';
import {scheduleView} from '../queues/schedule.mjs';
import {barsView} from './bars.mjs';
import {make} from '../make.mjs';

function table({head, rows}) {
  const scroller = make('div', 'scroller table');
  scroller.tabIndex = 0;
  scroller.setAttribute('role', 'region');
  scroller.setAttribute('aria-label', 'Table');
  const element = make('table');
  const row = (cells, tag) => {
    const line = make('tr');
    line.append(...cells.map((text) => make(tag, '', text)));
    return line;
  };
  element.append(row(head, 'th'), ...rows.map((cells) => row(cells, 'td')));
  scroller.append(element);
  return scroller;
}

function curve({name, axis, values, shape}) {
  const figure = make('figure', 'curve');
  const caption = make('figcaption');
  caption.append(make('strong', '', name), ` ${shapeText(shape, [axis])}`);
  const drawn = new Curve({label: name, axis});
  drawn.append(values);
  figure.append(caption, drawn.element);
  return figure;
}

/** Its views are loaded for the first profile. */
function profile({profile: value, tab}) {
  const element = make('pipette-profile');
  if (tab) element.setAttribute('tab', tab);
  element.profile = value;
  import('../profile/element.mjs').catch(({message}) => {
    element.textContent = `The views of a profile could not be loaded: ${message}. `;
    element.append(window.pipette_loading?.tryAgain() ?? 'Load the page anew to try again.'); // a page of somebody else's
  });
  return element;
}

export function viewOf(picture) {
  switch (picture.kind) {
    case 'tensor':
      return tensorView(picture);
    case 'curve':
      return curve(picture);
    case 'bars':
      return barsView(picture);
    case 'table':
      return table(picture);
    case 'schedule':
      return scheduleView(picture.pipeline);
    case 'profile':
      return profile(picture);
    case 'queues': {
      const element = make('pipette-queues');
      element.update(picture.snapshot);
      return element;
    }
    default:
      return make('pre', 'line', picture.text);
  }
}
