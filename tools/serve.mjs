#!/usr/bin/env node
// Serves one folder of static files on the loopback interface.
//
//   node tools/serve.mjs FOLDER [--port N] [--strict-port] [--csp] [--cors] [--coep]
//
// --port N       first port to try, default 8000; the next free one is taken unless --strict-port
// --csp          send the strict content security policy that careful hosts use
// --cors         let pages of all origins read what is here (Access-Control-Allow-Origin)
// --coep         send what makes a page cross-origin isolated, and lets one that is have files and frames of this server
//
// The frame of the lessons' cells always has a policy: code that came with a link can read what this server has, and
// tell nobody.
//
// As a module: `const server = await serve(folder, {port: 0})`, then `server.url`, `server.close()`.
// Every answer carries a validator (ETag), so a browser keeps the module and asks whether it changed.

import {createReadStream} from 'node:fs';
import {realpath, stat} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname, join, posix, sep} from 'node:path';
import {fileURLToPath} from 'node:url';

const MIME_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.mts': 'text/plain; charset=utf-8',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** What the pages bring themselves, in a `meta`: a test holds them to this. */
export const STRICT_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types pipette-offline',
].join('; ');

// The cells of a lesson are modules made from their text, in workers without an origin that have this frame's policy.
const CELL_FRAME = `${sep}lessons${sep}cell_frame.html`;
export const CELL_POLICY = STRICT_POLICY.replace("'wasm-unsafe-eval'", "'wasm-unsafe-eval' blob:")
  .replace("connect-src 'self'", 'connect-src blob:')
  .replace('trusted-types pipette-offline', 'trusted-types pipette-lessons')
  .concat('; worker-src data: blob:');

/** What makes a page cross-origin isolated, and lets one that is have what is here. */
export const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * The path that a request asks for, decoded and without '..' and double slashes: '/', '/lessons/a.txt'.
 * Null where it is not a path of this server. All else is decided by what this gives, nothing by the
 * text of the request.
 */
function pathOf(target) {
  let path;
  try {
    path = decodeURIComponent(target.split(/[?#]/, 1)[0]);
  } catch {
    return null;
  }
  if (!path.startsWith('/') || path.includes('\0') || path.includes('\\')) return null;
  return posix.normalize(path);
}

/** An address on this host: one slash, then segments that can hold no other. */
const addressOf = (path) => path.split('/').map(encodeURIComponent).join('/');

/** The file that `path` means inside `folder`, and whether it is a folder's page; or null. */
async function findFile(folder, path) {
  let file = join(folder, path);
  try {
    let info = await stat(file);
    const isFolder = info.isDirectory();
    if (isFolder) {
      file = join(file, 'index.html');
      info = await stat(file);
    }
    file = await realpath(file);
    if (!info.isFile() || !file.startsWith(folder + sep)) return null;
    return {file, info, isFolder};
  } catch {
    return null;
  }
}

function refuse(response, status, text) {
  response.writeHead(status, {'Content-Type': 'text/plain; charset=utf-8'});
  response.end(`${text}\n`);
}

async function answer(folder, options, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'Only GET and HEAD are answered.');
  }
  const path = pathOf(request.url);
  const found = path === null ? null : await findFile(folder, path);
  if (!found) return refuse(response, 404, 'No such file.');
  const {file, info, isFolder} = found;
  if (isFolder && !path.endsWith('/')) {
    // relative links of the folder's page need the slash
    response.setHeader('Location', `${addressOf(path)}/`);
    return refuse(response, 301, 'Moved.');
  }

  const etag = `"${info.size.toString(16)}-${Math.round(info.mtimeMs).toString(16)}"`;
  const headers = {
    'Content-Type': MIME_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': info.size,
    'Cache-Control': 'no-cache',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
  };
  if (options.cors) headers['Access-Control-Allow-Origin'] = '*';
  if (options.coep) Object.assign(headers, ISOLATION);
  const runsCells = options.cells && file.endsWith(CELL_FRAME);
  if (runsCells || options.csp) headers['Content-Security-Policy'] = runsCells ? CELL_POLICY : STRICT_POLICY;
  if (request.headers['if-none-match'] === etag) {
    delete headers['Content-Length'];
    response.writeHead(304, headers);
    return response.end();
  }
  response.writeHead(200, headers);
  if (request.method === 'HEAD') return response.end();
  const stream = createReadStream(file);
  stream.on('error', () => response.destroy());
  stream.pipe(response);
}

function listen(server, port) {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      done();
    });
  });
}

/**
 * Starts a server. `port` 0 means any free one; with `strictPort` false the ports after `port` are
 * tried when it is taken. `cells` false: the strict policy forbids the lessons' cells, too.
 */
export async function serve(folder, {port = 0, strictPort = true, csp = false, cells = true, cors = false, coep = false} = {}) {
  const root = await realpath(folder);
  const server = createServer((request, response) => {
    answer(root, {csp, cells, cors, coep}, request, response).catch(() => {
      if (!response.headersSent) refuse(response, 500, 'The server failed.');
      else response.destroy();
    });
  });
  const last = strictPort || port === 0 ? port : Math.min(port + 100, 65535);
  for (let candidate = port; ; candidate++) {
    try {
      await listen(server, candidate);
      break;
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || candidate >= last) throw error;
    }
  }
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections?.();
      }),
  };
}

function fail(message, code) {
  console.error(`serve: error: ${message}`);
  process.exit(code);
}

function parseArguments(args) {
  const options = {folder: null, port: 8000, strictPort: false, csp: false, cors: false, coep: false};
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--csp') options.csp = true;
    else if (args[i] === '--cors') options.cors = true;
    else if (args[i] === '--coep') options.coep = true;
    else if (args[i] === '--strict-port') options.strictPort = true;
    else if (args[i] === '--port') {
      options.port = Number(args[++i]);
      if (!Number.isInteger(options.port) || options.port < 0 || options.port > 65535) {
        fail(`--port takes a number from 0 to 65535, not '${args[i]}'`, 2);
      }
    } else if (args[i].startsWith('-') || options.folder) fail(`unknown argument '${args[i]}'`, 2);
    else options.folder = args[i];
  }
  if (!options.folder) fail('which folder?', 2);
  return options;
}

async function main() {
  const {folder, ...options} = parseArguments(process.argv.slice(2));
  try {
    const server = await serve(folder, options);
    console.log(`Pipette is at ${server.url}  (Ctrl+C ends it)`);
  } catch (error) {
    if (error.code === 'EADDRINUSE') fail(`port ${options.port} is in use; try another --port`, 1);
    fail(error.message, 1);
  }
}

if (process.argv[1] && fileURLToPath(import.meta.url) === (await realpath(process.argv[1]))) await main();
