export { MailError, type Mail, type Mailer, type MailOptions } from './mailer.js';
export { createMailer } from './smtp-mailer.js';
