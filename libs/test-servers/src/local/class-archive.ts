import { basename, join } from 'node:path';
import { keep } from '../../../../scripts/user-cache.mjs';
import { javaVersion } from './maven.js';

const FILE = 'classes.jsa';

/**
 * Returns the option that lets Java map the classes of a server from a file instead of loading and verifying them from the jars, which
 * is most of the CPU time of a start. The file is written once, into the cache of the user. Java ignores it where it cannot use it.
 *
 * @param jars folder of all jars of the server, in the order of the class path.
 * @param rehearse starts the server with the option that it is given, and ends it with SIGTERM when it responds.
 */
export async function classArchive(jars: string, rehearse: (option: string) => Promise<void>): Promise<string> {
  const spec = [jars, await javaVersion()];
  const folder = await keep(`classes-${basename(jars)}`, spec, (empty: string) =>
    rehearse(`-XX:ArchiveClassesAtExit=${join(empty, FILE)}`),
  );
  return `-XX:SharedArchiveFile=${join(folder, FILE)}`;
}
