import qrcode from 'qrcode';

/** The QR code of an address, for authenticator apps to scan: an SVG, with the white margin that scanners need. */
export function drawQrCode(otpauthUrl: string): Promise<string> {
  return qrcode.toString(otpauthUrl, { type: 'svg', errorCorrectionLevel: 'M' });
}
