// Where is Chrome or Chromium on this computer? Looks in the usual places; installs nothing.
// Plain JavaScript with Node's own modules only, because `npm start` runs it before anything is installed.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];

/** @type {Partial<Record<NodeJS.Platform, readonly string[]>>} */
const places = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].map((variable) =>
    join(process.env[variable] ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
};

/** The program's path: CHROME_PATH where that is set, else the first one found; undefined where there is none. @returns
 *  {string | undefined} */
export function findChrome() {
  return firstFound({ wished: process.env['CHROME_PATH'], names, places: places[process.platform] });
}

/** A program that is named by the person, lies in one of the places, or on the path of commands by one of the names.
 *  @param {{ wished: string | undefined, names: readonly string[], places: readonly string[] | undefined }} where
 *  @returns {string | undefined} */
export function firstFound({ wished, names, places = [] }) {
  if (wished) return existsSync(wished) ? wished : undefined;
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = process.platform === 'win32' ? [] : onPath;
  return [...places, ...candidates].find((path) => existsSync(path));
}
