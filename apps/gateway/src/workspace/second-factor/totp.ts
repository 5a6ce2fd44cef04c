import { generateSecret, generateURI, verifySync } from 'otplib';

/** As all authenticators support them: six digits every 30 seconds, with SHA-1 (RFC 6238). */
const PERIOD_S = 30;
const CODE = /^\d{6}$/;

/** 160 random bits in base32, as RFC 4226 (4) recommends. */
export function createTotpSecret(): string {
  return generateSecret();
}

/** The address that authenticators read from a QR code. */
export function toOtpauthUrl(secret: string, email: string): string {
  return generateURI({ issuer: 'svc', label: email, secret });
}

/** The time step of a code that is right now, or was 30 seconds ago or will be in 30 seconds; undefined for a wrong code. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!CODE.test(code)) return undefined;
  const epoch = Math.floor(nowMs / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: PERIOD_S });
  return result.valid ? Math.floor(epoch / PERIOD_S) + result.delta : undefined;
}
