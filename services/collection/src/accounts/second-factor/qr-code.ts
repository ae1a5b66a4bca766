/** The QR code of an address, for authenticator apps to scan: an SVG, with the white margin that scanners need. */
export async function drawQrCode(otpauthUrl: string): Promise<string> {
  // Few processes draw one before they are replaced: it is loaded when it is wanted.
  const { default: qrcode } = await import('qrcode');
  return qrcode.toString(otpauthUrl, { type: 'svg', errorCorrectionLevel: 'M' });
}
