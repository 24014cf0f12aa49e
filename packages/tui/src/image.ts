export { imageRows, type ImageOptions } from "./image/image-rows.js";
export { imageSize, type ImageSize } from "./image/image-size.js";
