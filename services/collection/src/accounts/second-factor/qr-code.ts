/** The QR code of a URL, for authenticator apps: an SVG, with the white margin that scanners need. */
export async function drawQrCode(otpauthUrl: string): Promise<string> {
  // Rarely needed, so it is loaded on demand.
  const { default: qrcode } = await import('qrcode');
  return qrcode.toString(otpauthUrl, { type: 'svg', errorCorrectionLevel: 'M' });
}
