// What this process has computed so far, all threads together, in milliseconds.
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
