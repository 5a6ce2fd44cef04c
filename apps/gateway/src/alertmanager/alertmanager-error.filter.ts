import { Catch } from '@nestjs/common';
import type { ServiceError } from '@svc/service-error';
import { ForeignErrorFilter, type ForeignError } from '../http/foreign-error.filter.js';

/** Answers errors as Alertmanager does: with a text. */
@Catch()
export class AlertmanagerErrorFilter extends ForeignErrorFilter {
  protected toForeign({ message }: ServiceError): ForeignError {
    return { body: JSON.stringify(message) };
  }
}
