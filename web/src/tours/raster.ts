// SPDX-License-Identifier: GPL-3.0-or-later
// A drawing as PNG, made by the browser.

/** Pixels for each point of the drawing, as in the server's pictures. */
const SCALE = 2;

export async function rastered(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SCALE * image.naturalWidth;
  canvas.height = SCALE * image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('This browser cannot make a PNG of this size.'));
      else resolve(blob);
    }, 'image/png');
  });
}
