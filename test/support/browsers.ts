// Chromium and Firefox as the system has them: nothing is downloaded.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';

export interface RunningBrowser {
  /** Opens the address in a new tab and leaves it open. */
  open(address: string): Promise<void>;
  close(): Promise<void>;
}

export interface Browser {
  readonly name: string;
  /** Where it is on this machine. */
  readonly executable: string | undefined;
  /** How to install it where it is missing. */
  readonly remedy: string;
  launch(executable: string): Promise<RunningBrowser>;
}

/** Nothing that needs a sandbox, a graphics card or the network, and none of a first start's questions. */
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const browsers: readonly Browser[] = [
  {
    name: 'Chromium',
    executable: findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
    remedy: 'apt-get install chromium',
    async launch(executablePath) {
      const browser = await chromium.launch({ executablePath, headless: true, args: chromiumFlags });
      return {
        open: async (address) => void (await (await browser.newPage()).goto(address)),
        close: () => browser.close(),
      };
    },
  },
  {
    name: 'Firefox',
    executable: findProgram('firefox-esr', 'firefox'),
    remedy: 'apt-get install firefox-esr',
    async launch(executablePath) {
      const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
      return {
        open: async (address) => void (await (await browser.newPage()).goto(address)),
        close: () => browser.close(),
      };
    },
  },
];

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
