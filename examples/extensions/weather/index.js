import { extension } from "@zot/ext";
import * as z from "zod";

const skies = ["sun", "fog", "clouds", "rain", "snow"];

extension({ name: "weather", version: "1.0.0" })
  .tool("weather", {
    description: "Tells the temperature and the sky of a city, today.",
    schema: z.object({
      city: z.string().min(1).describe("for example Berlin"),
      unit: z.enum(["celsius", "fahrenheit"]).default("celsius"),
    }),
    run({ city, unit }) {
      const celsius = (sum(city) % 41) - 5;
      const degrees = unit === "celsius" ? `${celsius} °C` : `${Math.round(celsius * 1.8 + 32)} °F`;
      return `${city}: ${degrees}, ${skies[sum(city) % skies.length]}`;
    },
  })
  .run();

/** Stands in for a weather service: the same city always has the same weather. */
function sum(city) {
  return [...city.toLowerCase()].reduce((total, letter) => total + letter.codePointAt(0), 0);
}
