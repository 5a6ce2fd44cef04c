import { readdir, readFile, readlink } from 'node:fs/promises';

/** The sockets of a process at one moment. */
export interface ProcessSockets {
  /** TCP ports that it listens on. */
  readonly listening: readonly number[];
  readonly connections: readonly Connection[];
}

export interface Connection {
  readonly protocol: 'tcp' | 'udp';
  readonly localPort: number;
  readonly remotePort: number;
}

const LISTENING = '0A';

/** Reads the open sockets of a process from the kernel, as `ss` does. Linux only. */
export async function readSockets(pid: number): Promise<ProcessSockets> {
  const own = await readInodes(pid);
  const tcp = (await Promise.all(['tcp', 'tcp6'].map((table) => readTable(pid, table)))).flat();
  const udp = (await Promise.all(['udp', 'udp6'].map((table) => readTable(pid, table)))).flat();
  const ofProcess = ({ inode }: Row): boolean => own.has(inode);
  return {
    listening: tcp.filter(ofProcess).flatMap(({ state, localPort }) => (state === LISTENING ? localPort : [])),
    connections: [
      ...tcp
        .filter(ofProcess)
        .filter(({ state }) => state !== LISTENING && state !== '07')
        .map(toConnection('tcp')),
      ...udp
        .filter(ofProcess)
        .filter(({ remotePort }) => remotePort !== 0)
        .map(toConnection('udp')),
    ],
  };
}

interface Row {
  readonly localPort: number;
  readonly remotePort: number;
  readonly state: string;
  readonly inode: string;
}

function toConnection(protocol: Connection['protocol']) {
  return ({ localPort, remotePort }: Row): Connection => ({ protocol, localPort, remotePort });
}

/** The table of proc(5): slot, local address, remote address and state come first, the inode is the tenth column. */
async function readTable(pid: number, table: string): Promise<Row[]> {
  const text = await readFile(`/proc/${pid}/net/${table}`, 'utf8').catch(() => '');
  const port = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16);
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const columns = line.trim().split(/\s+/);
      return {
        localPort: port(columns[1]),
        remotePort: port(columns[2]),
        state: columns[3] ?? '',
        inode: columns[9] ?? '',
      };
    });
}

async function readInodes(pid: number): Promise<ReadonlySet<string>> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(
    // A descriptor may be closed in the meantime.
    descriptors.map((descriptor) => readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')),
  );
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}
