// Data files into the emulator: dropped on the page, picked in a dialog, or fetched from an address.
// Gzip is unpacked here; what the bytes mean is checked in C++. Reports of profiles open over the
// page (dropped_reports.mjs).

import {download} from './pipette/download.mjs';
import {part} from './parts.mjs';
import {profileOf} from './profile_panel.mjs';
import {withBytes, withTexts} from './texts.mjs';

const MNIST_FILES = ['train-images-idx3-ubyte', 'train-labels-idx1-ubyte', 't10k-images-idx3-ubyte', 't10k-labels-idx1-ubyte'];
const MAX_BYTES = 256 * 1024 * 1024; // the largest file worth unpacking; MNIST's is 47 MB

async function unpacked(bytes) {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b)) return bytes;
  const {gunzip} = await import('./pipette/gzip.mjs');
  const inside = await gunzip(bytes, '', (_, size) => size > MAX_BYTES);
  if (inside.length > MAX_BYTES) throw new Error('unpacks to more than 256 MiB');
  return inside;
}

const isReport = ({isDirectory, name}) => isDirectory || /\.(html?|json|pop)$/i.test(name);

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** `stallSeconds`: how long a download may stand still. */
export function connectFiles(getApp, {stallSeconds} = {}) {
  const progress = (fraction, text, error = '') =>
    withTexts(getApp(), [text, error], (a, b) => getApp()._pipette_progress(fraction, a, b));
  const hand = (name, bytes) =>
    withTexts(getApp(), [name], (at) => withBytes(getApp(), bytes, (place) => getApp()._pipette_file(at, place, bytes.length)));

  async function take(all) {
    const reports = all.filter(isReport),
      files = all.filter((file) => !isReport(file));
    if (reports.length > 0) {
      const shown = () => profileOf(getApp()).profile;
      part('The reader of reports', () => import('./dropped_reports.mjs')).then((reader) =>
        reader?.openReports(reports, shown),
      );
    }
    if (files.length === 0) return;
    for (const [i, file] of files.entries()) {
      try {
        progress(i / files.length, `Reading ${file.name}`);
        if (file.size > MAX_BYTES) throw new Error('is larger than 256 MiB');
        hand(file.name, await unpacked(new Uint8Array(await file.arrayBuffer())));
      } catch (error) {
        progress(i / files.length, '', `${file.name}: ${error.message}`);
      }
    }
    progress(-1, '');
  }

  async function fetched(url, name, done, count) {
    const bytes = await download(url, (response) => response.arrayBuffer(), {
      stallSeconds,
      onBytes(received, total) {
        if (received > MAX_BYTES) throw new Error('is larger than 256 MiB');
        const part = total ? Math.min(1, received / total) : 0.5;
        const of = total ? ` of ${megabytes(total)}` : '';
        progress((done + part) / count, `${name} ${megabytes(received)}${of} MB`);
      },
    });
    return unpacked(new Uint8Array(bytes));
  }

  // An address that ends in "/" is a folder with the four MNIST files, gzipped or not.
  async function fetchData(address) {
    let name = address;
    progress(0, `Asking for ${address}`);
    try {
      const base = new URL(address, document.baseURI);
      const folder = base.pathname.endsWith('/');
      const names = folder ? MNIST_FILES : [base.pathname.split('/').pop()];
      for (const [i, file] of names.entries()) {
        name = file;
        let bytes;
        try {
          bytes = await fetched(folder ? new URL(`${file}.gz`, base) : base, file, i, names.length);
        } catch (error) {
          if (!folder || error.status === undefined) throw error;
          bytes = await fetched(new URL(file, base), file, i, names.length);
        }
        hand(file, bytes);
      }
      progress(-1, '');
    } catch (error) {
      progress(-1, '', `${name}: ${error.message}`);
    }
  }

  const dialog = document.getElementById('files');
  dialog.addEventListener('change', () => {
    take([...dialog.files]);
    dialog.value = '';
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const {files = [], items = []} = event.dataTransfer ?? {};
    const entries = [...items].filter(({kind}) => kind === 'file').map((item) => item.webkitGetAsEntry?.());
    if (files.length) take([...files].map((file, i) => (entries[i]?.isDirectory ? entries[i] : file)));
  });

  return {pickFiles: () => dialog.click(), fetchData};
}
