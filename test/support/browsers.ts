// The system's Chromium and Firefox; nothing is downloaded.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { needs } from '../../packages/proximal/test/needs.ts';
import { timeouts } from './timeouts.ts';

export interface RunningBrowser {
  /** Opens the address in a new tab and leaves it open. */
  open(address: string): Promise<void>;
  close(): Promise<void>;
}

export interface Browser {
  readonly name: string;
  /** The path of the program on this machine. */
  readonly executable: string | undefined;
  /** How to install it if it is missing. */
  readonly remedy: string;
  launch(executable: string): Promise<RunningBrowser>;
}

/** Without sandbox, graphics card, background traffic and first-start dialogs. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Options of puppeteer's launch, other than the path of the program. */
export const firefoxOptions = {
  browser: 'firefox',
  headless: true,
  timeout: timeouts.event,
  protocolTimeout: timeouts.event,
} as const;

export const browsers: readonly Browser[] = [
  {
    name: 'Chromium',
    executable: findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
    remedy: 'apt-get install chromium',
    async launch(executablePath) {
      const browser = await chromium.launch({ executablePath, args: chromiumFlags, timeout: timeouts.event });
      return {
        open: async (address) => void (await (await browser.newPage()).goto(address, { timeout: timeouts.event })),
        close: () => browser.close(),
      };
    },
  },
  {
    name: 'Firefox',
    executable: findProgram('firefox-esr', 'firefox'),
    remedy: 'apt-get install firefox-esr',
    async launch(executablePath) {
      const browser = await puppeteer.launch({ ...firefoxOptions, executablePath });
      return {
        open: async (address) => void (await (await browser.newPage()).goto(address, { timeout: timeouts.event })),
        close: () => browser.close(),
      };
    },
  },
];

const mustHaveBrowsers = !['', '0', 'false'].includes(process.env['CI'] ?? '');

/** Options of tests with a browser: skipped if it is missing, but failing in CI. */
export function needsBrowser({ name, executable, remedy }: Browser): ReturnType<typeof needs> {
  return needs(executable !== undefined || mustHaveBrowsers, `${name}: ${remedy}`);
}

/** The browser of this name; tests that use it need {@link needsBrowser}. */
export function browserNamed(wanted: 'Chromium' | 'Firefox'): Browser {
  return browsers.find(({ name }) => name === wanted) as Browser;
}

/** The path of a browser; throws with the remedy if it is missing. */
export function executableOf({ name, executable, remedy }: Browser): string {
  if (executable === undefined) throw new Error(`${name} is not on the PATH: ${remedy}`);
  return executable;
}

/** The first of the named programs that is on the PATH. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
