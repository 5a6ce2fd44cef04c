import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';
import { Health } from '@svc/contract';
import { toServiceError } from '@svc/service-error';
import { checkToken } from '../context.js';
import { toStatus } from '../status.js';

const HEALTH_PATH = `/${Health.typeName}/`;

/** Refuses a call without the token before any byte of its message is read. Probes of the health service have no token. */
export function requireToken(expected: string | undefined): ServerInterceptor {
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata(metadata, proceed) {
            try {
              if (!path.startsWith(HEALTH_PATH)) checkToken(metadata, expected);
            } catch (error) {
              call.sendStatus(toStatus(toServiceError(error)));
              return;
            }
            proceed(metadata);
          },
        }),
    });
}
