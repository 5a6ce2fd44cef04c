import { answer } from '@svc/fairness/thread';
import { translate, type SentRequest } from './translate.js';

/** Entry point of the thread that translates large bodies. */
export default (request: SentRequest) => answer(() => translate(request));
