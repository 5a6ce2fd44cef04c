import { ServiceError } from '@svc/service-error';
import { answer } from './thread-answer.js';

/** Answers a number with its double, refuses negative ones, and never ends for zero. */
export default (number: number) =>
  answer(() => {
    if (number < 0) throw new ServiceError('invalid_request', { message: 'number: must not be negative' });
    while (number === 0);
    return number * 2;
  });
