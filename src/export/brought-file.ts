// A file that is brought to the page and is no run to open: what it is, and what reads it, if Grove wrote it. Each
// format of export says how its files are told and where the page opens them; what else the page writes stands here.
import type { ByteSource } from '../files/formats/byte-source';
import { archivedNames } from '../files/formats/unzip';

/** As much of a file as tells what it is. */
export interface BroughtFile {
  readonly name: string;
  /** Of the files in an archive; none where it is no archive. */
  readonly inside: readonly string[];
  /** How it begins and ends, as far as that is text. */
  readonly text: string;
}

export interface KnownFile {
  is(file: BroughtFile): boolean;
  /** Goes on after the file's name: "is …: … reads it". */
  readonly told: string;
  /** Where the page opens it: its team under Play, its settings in Setup, its model as the one to train from, a
   *  recorded run in place of the one that ships with the page. */
  readonly opens?: 'play' | 'setup' | 'model' | 'recorded';
}

export type ToldFile = Pick<KnownFile, 'told' | 'opens'>;

/** What the page writes beside a run's formats. */
export const otherFiles: readonly KnownFile[] = [
  {
    is: ({ text }) => /^(run,preset,environment,|\| run \| preset \| environment )/.test(text),
    told: 'is the table of runs that “CSV” or “Markdown” under Runs wrote: a spreadsheet or an editor reads it',
  },
  {
    is: ({ text }) => /^\s*\{\s*"format":\s*"grove-recorded-run"/.test(text),
    told: 'is a recorded run: the Lab, Rollouts and Play show it',
    opens: 'recorded',
  },
  {
    is: ({ name, text }) => /\.svg$/i.test(name) || /^.PNG\r\n/.test(text),
    told: 'is a picture: any browser and any program for pictures shows it',
  },
];

const tellingBytes = 16_384;

/** What to say of the file; undefined where Grove did not write it. The first of `known` that it is. Its middle is not
 *  read. */
export async function toldOfFile(given: ByteSource, known: readonly KnownFile[]): Promise<ToldFile | undefined> {
  const letters = new TextDecoder('latin1');
  const { name, size } = given;
  const begins = await given.read(0, Math.min(tellingBytes, size));
  const ends = await given.read(Math.max(0, size - tellingBytes), size);
  const text = `${letters.decode(begins)}${letters.decode(ends)}`;
  const file: BroughtFile = { name, inside: await archivedNames(given), text };
  const found = known.find((one) => one.is(file));
  return found && { told: found.told, ...(found.opens && { opens: found.opens }) };
}
