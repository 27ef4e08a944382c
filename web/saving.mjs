// Files of what a card of the page shows, for papers and slides: SVG, PNG, CSV and a film; and what has been learnt.
//
//   await save(app, {card: 'loss', as: 'svg', dark: false, file: 'mnist-with-feeds-loss'});
//
// C++ writes the SVG and the tables (ui/card_picture.h, Scene::csv); a PNG is that SVG, painted three times as large.

import {saveFile} from './profile/dom.mjs';
import {takeBytes, takeText, withTexts} from './texts.mjs';

const PNG_SCALE = 3;

function svgOf(app, {card, dark}) {
  const svg = withTexts(app, [card], (at) => takeText(app, app._pipette_picture(at, dark ? 1 : 0)));
  if (!svg) throw new Error(`the page shows no card ${card}`);
  return svg;
}

/** The SVG as pixels: a Blob. */
async function pngOf(svg) {
  const url = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * PNG_SCALE);
    canvas.height = Math.round(image.naturalHeight * PNG_SCALE);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the browser makes no picture of that size'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

function csvOf(app, table) {
  const csv = withTexts(app, [table], (at) => takeText(app, app._pipette_csv(at)));
  if (!csv) throw new Error(`the page shows no table of ${table}`);
  return csv;
}

/** Saves what was asked; throws where the browser or the page has no such thing. Gives the file's name. */
export async function save(app, wish) {
  if (wish.as === 'svg') saveFile(`${wish.file}.svg`, svgOf(app, wish), 'image/svg+xml');
  else if (wish.as === 'png') saveFile(`${wish.file}.png`, await pngOf(svgOf(app, wish)), 'image/png');
  else if (wish.as.startsWith('csv:')) saveFile(`${wish.file}.csv`, csvOf(app, wish.as.slice(4)), 'text/csv');
  else if (wish.as === 'film') await (await import('./film.mjs')).film(window.pipette_app, wish);
  else if (wish.as === 'weights')
    saveFile(`${wish.file}.safetensors`, takeBytes(app, app._pipette_weights), 'application/octet-stream');
  else throw new Error(`${wish.as} is no kind of file; there are svg, png, csv, weights and film`);
}
