import { answer } from '@svc/fairness/thread';
import { translate, type TranslationRequest } from './translation.js';

/** Entry point of the thread. */
export default (request: TranslationRequest) => answer(() => translate(request));
