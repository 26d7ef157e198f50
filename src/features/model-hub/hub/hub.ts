// Models by name on the Hugging Face hub: which files a model has there, of which size, and how to read stretches of
// them. How requests are sent is handed in. Whence: the hub's API (GET /api/models/{name}?blobs=true; files under
// /{name}/resolve/{revision}/{file}).
import { type ByteSource, wholeStretch } from '../../../files/formats/byte-source';
import { checkFile, FormatError } from '../../../files/formats/format-error';
import type { FileSet } from '../../../files/formats/model-parts';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export interface HubFile {
  readonly file: string;
  readonly bytes: number;
  /** Of large files. */
  readonly sha256?: string;
  readonly url: string;
}

export interface HubModel {
  /** "owner/name", or "owner/name/file.gguf" where one of several files was meant. */
  readonly name: string;
  /** Names the state of the files: a download that goes on later goes on with the very same. */
  readonly revision: string;
  readonly files: readonly HubFile[];
}

const hubAddress = 'https://huggingface.co';
const filesLimit = 10_000;

export interface HubName {
  /** As a run's configuration names the model: the repository, and the file where one of several is meant. */
  readonly name: string;
  readonly repository: string;
  readonly file?: string;
}

/** "owner/name", with or without the hub's address before it, and a .gguf file behind it. Throws a FormatError for
 *  anything else. */
export function hubNameFrom(text: string): HubName {
  const plain = text
    .trim()
    .replace(/^(https?:\/\/)?(www\.)?(huggingface\.co|hf\.co)\//, '')
    .replace(/\/(tree|blob|resolve)\/[^/]+(?=\/|$)/, '')
    .replace(/\/$/, '');
  const [, repository, file] = /^([\w.-]+\/[\w.-]+)(?:\/([\w.-]+\.gguf))?$/i.exec(plain) ?? [];
  checkFile(
    repository && !repository.includes('..'),
    JSON.stringify(text.slice(0, 80)),
    'is no model’s name: write it as the hub does, for example HuggingFaceTB/SmolLM2-135M-Instruct',
  );
  return file === undefined ? { name: repository, repository } : { name: `${repository}/${file}`, repository, file };
}

/** Looks the model up. Rejects with a FormatError that says what to do when it is not there or may not be read. */
export async function findOnHub(text: string, send: Fetch, hub: string = hubAddress): Promise<HubModel> {
  const { name, repository, file } = hubNameFrom(text);
  const response = await answered(name, () => send(`${hub}/api/models/${repository}?blobs=true`));
  checkFile(
    response.status !== 401 && response.status !== 403 && response.status !== 404,
    name,
    'is not on the hub, or may only be read by people who were let in: check the spelling, or download it there and drop its files here',
  );
  checkFile(response.ok, name, `cannot be looked up: the hub answered ${response.status}. Try again later`);
  const { sha, siblings, gated } = (await answered(name, () => response.json())) as Record<string, unknown>;
  checkFile(
    gated === undefined || gated === false,
    name,
    'is given only to those who accepted its terms on the hub: accept them there, download its files and drop them here',
  );
  const listed =
    Array.isArray(siblings) && siblings.length <= filesLimit && typeof sha === 'string' && /^[0-9a-f]{4,64}$/.test(sha);
  checkFile(listed, name, 'cannot be looked up: the hub answered without a list of files');
  const files = (siblings as unknown[]).flatMap((entry): HubFile[] => {
    const { rfilename, size, lfs } = (entry ?? {}) as Record<string, unknown>;
    const sha256 = ((lfs ?? {}) as Record<string, unknown>)['sha256'];
    const usable =
      typeof rfilename === 'string' &&
      /^[\w.-]+$/.test(rfilename) &&
      Number.isSafeInteger(size) &&
      (size as number) >= 0;
    // folders beside the weights hold other forms of the model
    if (!usable || (file !== undefined && rfilename !== file)) return [];
    const url = `${hub}/${repository}/resolve/${sha}/${rfilename}`;
    return [{ file: rfilename, bytes: size as number, url, ...(typeof sha256 === 'string' ? { sha256 } : {}) }];
  });
  checkFile(file === undefined || files.length === 1, name, `there is no file ${file} in ${repository}`);
  return { name, revision: sha as string, files };
}

/** The model's files where they lie: only what is asked for is fetched. */
export function filesOnHub({ name, files }: HubModel, send: Fetch): FileSet {
  return {
    name,
    files: files.map(({ file }) => file),
    open: async (file) => {
      const found = files.find((one) => one.file === file);
      checkFile(found, `${name}/${file}`, 'is missing');
      return remoteSource(found, send);
    },
  };
}

function remoteSource({ file, bytes, url }: HubFile, send: Fetch): ByteSource {
  return {
    name: file,
    size: bytes,
    read: async (start, end) => {
      if (end <= start) return new Uint8Array();
      const response = await answered(file, () => send(url, { headers: { range: `bytes=${start}-${end - 1}` } }));
      const whole = response.status === 200 && start === 0 && end === bytes;
      checkFile(
        response.status === 206 || whole,
        file,
        `cannot be read: the hub answered ${response.status} for a part of it`,
      );
      return wholeStretch(new Uint8Array(await answered(file, () => response.arrayBuffer())), start, end, file);
    },
  };
}

async function answered<T>(name: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause;
    throw new FormatError(
      name,
      `the hub does not answer (${cause instanceof Error ? cause.message : String(cause)}): is this computer online?`,
    );
  }
}
