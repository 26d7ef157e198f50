// Where is Firefox on this computer? Looks in the usual places; installs nothing.
// Plain JavaScript with Node's own modules only.
import { join } from 'node:path';
import { firstFound } from './chrome.mjs';

const names = ['firefox', 'firefox-esr'];

/** @type {Partial<Record<NodeJS.Platform, readonly string[]>>} */
const places = {
  darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  win32: ['ProgramFiles', 'ProgramFiles(x86)'].map((variable) =>
    join(process.env[variable] ?? '', 'Mozilla Firefox', 'firefox.exe'),
  ),
};

/** The program's path: FIREFOX_PATH where that is set, else the first one found; undefined where there is none.
 *  @returns {string | undefined} */
export function findFirefox() {
  return firstFound({ wished: process.env['FIREFOX_PATH'], names, places: places[process.platform] });
}
