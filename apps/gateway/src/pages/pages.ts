import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { registerDevicePages } from './device-pages.js';
import { registerInvitationPages } from './invitation-pages.js';
import { registerLoginPages } from './login-pages.js';
import type { PagesOptions } from './pages-options.js';

const STYLES = new URL('../../assets/pages/pages.css', import.meta.url);

/** The pages a person needs to get in: plain HTML from the server, with forms. */
export async function registerPages(server: FastifyInstance, options: PagesOptions): Promise<void> {
  const styles = await readFile(STYLES);
  server.get('/pages.css', (_request, reply) =>
    reply.header('cache-control', 'max-age=300').type('text/css; charset=utf-8').send(styles),
  );
  registerLoginPages(server, options);
  registerDevicePages(server, options);
  registerInvitationPages(server, options);
}
