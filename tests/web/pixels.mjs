// What a screenshot shows, measured: is anything drawn there at all? And can a text be read?

/**
 * Mean and variance of the grey values of a region of the page, from a screenshot of the compositor
 * (reading the canvas back would give zeros once it has been presented).
 */
export async function greyStatistics(page, clip) {
  const png = await page.screenshot(clip ? {clip} : {});
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const {data} = context.getImageData(0, 0, image.width, image.height);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < data.length; i += 4) {
      const grey = (data[i] + data[i + 1] + data[i + 2]) / 3;
      sum += grey;
      squares += grey * grey;
    }
    const count = data.length / 4;
    const mean = sum / count;
    return {width: image.width, height: image.height, mean, variance: squares / count - mean * mean};
  }, png.toString('base64'));
}

/** From 1 to 21, of two colours [red, green, blue] from 0 to 255: WCAG 2.2, "contrast ratio". */
export function contrast(one, other) {
  const luminance = (color) => {
    const [red, green, blue] = color.map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
