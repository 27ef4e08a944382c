// WebKitGTK through WebDriver, in as much of playwright-core's interface as WebDriver allows.
//
//   const browser = new WebKit(display);            // a display of tests/web/browsers.mjs
//   const page = await (await browser.newContext()).newPage();
//   await page.goto(url);
//
// playwright-core drives no WebKit of a distribution, and WebKitGTK 2.50 speaks no WebDriver BiDi. What is
// missing here (locators, routes, init scripts, frames) leaves out the test that asks for it, by name.
//
// Inaccuracies: WebDriver shows no console, so the errors of the page are not seen.

import {spawn} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import {eventually, skip} from './harness.mjs';

const MINI_BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
const SCRIPT_TIMEOUT_MS = 120000;

const KEYS = {
  Control: '\ue009', Shift: '\ue008', Enter: '\ue007', Tab: '\ue004', Escape: '\ue00c', End: '\ue010', Home: '\ue011',
  ArrowLeft: '\ue012', ArrowUp: '\ue013', ArrowRight: '\ue014', ArrowDown: '\ue015', Space: ' ',
};

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const {port} = server.address();
      server.close(() => done(port));
    });
  });
}

/** What is asked of `object` and is not there leaves the test out. */
const allOf = (object, name) => new Proxy(object, {
  get(target, key) {
    if (typeof key === 'symbol' || key === 'then' || key in target) {
      const value = target[key];
      return typeof value === 'function' ? value.bind(target) : value;
    }
    return skip(`WebKit has no ${name}.${key}`);
  },
});

export class WebKit {
  #display;

  constructor(display) {
    this.#display = display;
  }

  /** Each context is a browser of its own, which keeps nothing. */
  async newContext({viewport = {width: 1280, height: 720}} = {}) {
    const port = await freePort();
    const driver = spawn('WebKitWebDriver', [`--port=${port}`],
                         {stdio: 'ignore', env: {...process.env, DISPLAY: this.#display.name}});
    const stop = () => driver.kill();
    process.once('exit', stop);
    const base = `http://127.0.0.1:${port}`;
    try {
      await eventually('WebKitWebDriver', () => fetch(`${base}/status`).then(({ok}) => ok, () => false));
      const {sessionId} = await call(`${base}/session`, 'POST', {capabilities: {alwaysMatch: {
        'webkitgtk:browserOptions': {binary: MINI_BROWSER, args: ['--automation']},
      }}});
      const session = `${base}/session/${sessionId}`;
      await call(`${session}/timeouts`, 'POST', {script: SCRIPT_TIMEOUT_MS});
      const page = new Page(session);
      await page.setViewportSize(viewport);
      return {
        newPage: async () => allOf(page, 'page'),
        close: () => call(session, 'DELETE').finally(stop),
      };
    } catch (error) {
      stop();
      throw error;
    }
  }

  async close() {
    this.#display.stop();
  }
}

async function call(url, method, body) {
  const response = await fetch(url, {method, body: body && JSON.stringify(body)});
  const {value} = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

class Page {
  #session;
  #pointer = [0, 0];

  constructor(session) {
    this.#session = session;
  }

  /** Of the events, the runner asks for those of the console, which there are none of. */
  on(event) {
    if (!['console', 'pageerror'].includes(event)) skip(`WebKit has no event ${event}`);
  }

  async goto(url) { await this.#post('url', {url}); }
  async reload() { await this.#post('refresh', {}); }
  /** WebDriver's own way back leaves out what a script has put into the history. */
  async goBack() { await this.evaluate(() => history.back()); }
  title() { return call(`${this.#session}/title`, 'GET'); }

  /** As playwright-core's, but what it gives goes through JSON. */
  async evaluate(script, argument = null) {
    const text = `const [argument, done] = arguments;
      (async () => (${script})(argument))().then((value) => done(JSON.stringify({value})),
        (error) => done(JSON.stringify({error: String(error) + '\\n' + (error?.stack ?? '')})));`;
    const {value, error} = JSON.parse(await this.#post('execute/async', {script: text, args: [argument]}));
    if (error) throw new Error(error);
    return value;
  }

  /** Lives through another page being loaded. */
  waitForFunction(script, argument, {timeout = 30000} = {}) {
    return eventually(String(script), () => this.evaluate(script, argument).catch(() => false), timeout);
  }

  async setViewportSize({width, height}) {
    const rect = await this.#post('window/rect', {width, height});
    const inner = await this.evaluate(() => [window.innerWidth, window.innerHeight]);
    await this.#post('window/rect', {width: width + rect.width - inner[0], height: height + rect.height - inner[1]});
    await this.waitForFunction(([w, h]) => window.innerWidth === w && window.innerHeight === h, [width, height]);
  }

  async screenshot({path, clip} = {}) {
    if (clip) skip('WebKit takes pictures of the whole page only');
    const png = Buffer.from(await call(`${this.#session}/screenshot`, 'GET'), 'base64');
    if (path) await writeFile(path, png);
    return png;
  }

  mouse = {
    move: async (x, y, {steps = 1} = {}) => {
      const [fromX, fromY] = this.#pointer;
      const moves = Array.from({length: steps}, (_, i) => this.#moveTo(
        fromX + (x - fromX) * (i + 1) / steps, fromY + (y - fromY) * (i + 1) / steps));
      this.#pointer = [x, y];
      await this.#point(...moves);
    },
    down: () => this.#point({type: 'pointerDown', button: 0}),
    up: () => this.#point({type: 'pointerUp', button: 0}),
    click: async (x, y) => {
      this.#pointer = [x, y];
      await this.#point(this.#moveTo(x, y), {type: 'pointerDown', button: 0}, {type: 'pointerUp', button: 0});
    },
    wheel: (deltaX, deltaY) => {
      const [x, y] = this.#pointer.map(Math.round);
      return this.#act({type: 'wheel', id: 'wheel', actions: [{type: 'scroll', x, y, deltaX, deltaY}]});
    },
  };

  keyboard = {
    /** 'Control+z': all go down in this order, and up in the other. */
    press: (keys) => {
      const values = keys.split('+').map((key) => KEYS[key] ?? key);
      return this.#type([...values.map((value) => ({type: 'keyDown', value})),
                         ...values.reverse().map((value) => ({type: 'keyUp', value}))]);
    },
    type: (text) => this.#type([...text].flatMap((value) => [{type: 'keyDown', value}, {type: 'keyUp', value}])),
  };

  #post(command, body) { return call(`${this.#session}/${command}`, 'POST', body); }
  #act(source) { return this.#post('actions', {actions: [source]}); }
  #type(actions) { return this.#act({type: 'key', id: 'keys', actions}); }
  #moveTo(x, y) { return {type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0}; }
  #point(...actions) {
    return this.#act({type: 'pointer', id: 'mouse', parameters: {pointerType: 'mouse'}, actions});
  }
}
