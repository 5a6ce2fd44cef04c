import { startEmbeddedColumnStore } from '../embedded/start.js';

/** A service that keeps an embedded store until it is killed; started by the tests. */
const [, , directory = ''] = process.argv;
const { supervisor } = await startEmbeddedColumnStore({ directory });
process.send?.(supervisor.pid);
