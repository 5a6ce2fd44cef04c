import type { FastifyReply } from 'fastify';
import { sessionCookies } from '../../admission/browser-session.js';
import { sendPage } from '../../http/html/page.js';
import { BROWSER_SESSION_S } from '../sessions/sessions.service.js';
import type { SignIn } from '../sessions/sign-in.service.js';
import { codePage } from './code-page.js';

/** Answers a browser that signs in: continues with the session, or requests the code of the second factor. */
export function sendSignIn(reply: FastifyReply, signIn: SignIn, returnTo: string, publicUrl: string): void {
  if (signIn.pendingToken !== undefined) {
    return sendPage(reply, codePage({ returnTo, loginToken: signIn.pendingToken }));
  }
  const cookies = sessionCookies(signIn.secret, BROWSER_SESSION_S, publicUrl);
  void reply.header('set-cookie', cookies).redirect(returnTo, 303);
}
