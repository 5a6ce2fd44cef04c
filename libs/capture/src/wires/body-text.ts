import { isUtf8 } from 'node:buffer';
import { ServiceError } from '@svc/service-error';

/** The text of a body of our own interface. @throws ServiceError invalid_request. */
export function readText(body: Uint8Array): string {
  if (!isUtf8(body)) throw new ServiceError('invalid_request', { message: 'the body must be UTF-8' });
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

/** The JSON text of a body of other products: pages also send it as Base64, alone or as the field `data` of a form. */
export function readForeignText(body: Uint8Array): string {
  const text = readText(body);
  if (/^\s*[[{]/.test(text)) return text;
  const data = new URLSearchParams(text).get('data');
  const encoded = data ?? text;
  if (/^\s*[[{]/.test(encoded)) return encoded;
  // A form turns the plus signs of Base64 to blanks.
  return readText(Buffer.from(encoded.replaceAll(' ', '+'), 'base64'));
}
