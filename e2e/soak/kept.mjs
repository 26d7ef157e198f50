// What the page has kept of its run, read from the browser's database by somebody who does not know the page's code.
// Everything here runs in the page.

/** @typedef {{ id: string, status: string, step: number, reason?: string }} KeptRun */
/** @typedef {{ runs: readonly KeptRun[], digits: string, orphans: readonly string[] }} Kept */

/** `digits`: a hash of the newest run's weights, of Adam's moments and of what every step reported but its times.
 *  `orphans`: records that belong to nothing. @returns {Promise<Kept>} */
export async function readKept() {
  /** @type {IDBDatabase} */
  const database = await answer(indexedDB.open('grove'));
  try {
    const names = ['runs', 'metrics', 'checkpoints', 'checkpointPointers', 'treeInfos', 'treeBytes'];
    if (!names.every((name) => database.objectStoreNames.contains(name))) return { runs: [], digits: '', orphans: [] };
    const transaction = database.transaction(names, 'readonly');
    /** @type {{ key: any, value: any }[][]} */
    const [runs = [], metrics = [], checkpoints = [], pointers = [], treeInfos = [], treeBytes = []] =
      await Promise.all(
        names.map(async (name) => {
          const store = transaction.objectStore(name);
          const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
          return keys.map((/** @type {any} */ key, /** @type {number} */ at) => ({ key, value: values[at] }));
        }),
      );
    const known = new Set(runs.map(({ key }) => key));
    const ofNoRun = (/** @type {string} */ what, /** @type {any[]} */ records) =>
      records.filter(({ key }) => !known.has(key[0])).map(({ key }) => `${what} ${key}`);
    const pointed = new Set(pointers.map(({ value }) => value.checkpointId));
    const keyOf = (/** @type {any} */ { key }) => String(key);
    const trees = new Set(treeInfos.map(keyOf));
    const orphans = [
      ...ofNoRun('metrics', metrics),
      ...ofNoRun('pointer', pointers),
      ...ofNoRun('tree', treeInfos),
      ...checkpoints.filter(({ key }) => !pointed.has(key)).map(({ key }) => `checkpoint ${key}`),
      ...treeBytes.filter((record) => !trees.has(keyOf(record))).map(({ key }) => `tree's bytes ${key}`),
    ];
    const newest = runs.map(({ value }) => value).sort((a, b) => b.createdAt - a.createdAt)[0];
    const current = pointers.find(({ key }) => key[0] === newest?.id && key[1] === 'current');
    const checkpoint = checkpoints.find(({ key }) => key === current?.value.checkpointId)?.value;
    const weights = Object.entries(checkpoint?.policies ?? {}).sort(([a], [b]) => a.localeCompare(b));
    const reports = metrics.filter(({ key }) => key[0] === newest?.id).map(({ value }) => timeless(value));
    const parts = [new TextEncoder().encode(JSON.stringify([checkpoint?.step, reports]))];
    for (const [, { numbers }] of weights) parts.push(new Uint8Array(numbers));
    const hash = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer());
    const digits = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const told = runs.map(({ value: { id, status, step, reason } }) => ({ id, status, step, reason }));
    return { runs: told, digits: checkpoint ? digits : '', orphans };
  } finally {
    database.close();
  }

  /** @param {IDBRequest | IDBOpenDBRequest} request @returns {Promise<any>} */
  function answer(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
  /** Without what depends on the clock. @param {any} value @returns {any} */
  function timeless(value) {
    if (Array.isArray(value)) return value.map(timeless);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !/^(gpu|timeMs|seconds)$/.test(name))
        .map(([name, inner]) => [name, timeless(inner)]),
    );
  }
}
