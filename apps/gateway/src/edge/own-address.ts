/** Where a process reaches itself when it listens at `listen`: an address that means "every interface" is none to connect to. */
export function ownAddress(listen: string): string {
  return listen.replace(/^0\.0\.0\.0:/, '127.0.0.1:').replace(/^\[::\]:/, '[::1]:');
}
