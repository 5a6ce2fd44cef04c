/**
 * The address at which a process reaches itself when it listens at `listen`: an address that means "every interface"
 * cannot be connected to.
 */
export function toOwnAddress(listen: string): string {
  return listen.replace(/^0\.0\.0\.0:/, '127.0.0.1:').replace(/^\[::\]:/, '[::1]:');
}
