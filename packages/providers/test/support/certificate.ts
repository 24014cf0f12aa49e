import { createHash, generateKeyPairSync, sign } from "node:crypto";

/** A certificate that vouches for itself: servers show it, and clients that are to believe them get it as their CA. */
export interface TestCertificate {
  key: string;
  cert: string;
}

/** The DER encoding (ITU-T X.690) of as much of X.509 as a TLS client looks at. */
export function makeCertificate(dnsNames: readonly string[], ips: readonly string[] = []) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const ecdsaWithSha256 = sequence(oid([1, 2, 840, 10045, 4, 3, 2]));
  const name = sequence(der(0x31, sequence(oid([2, 5, 4, 3]), der(0x0c, Buffer.from("zot test")))));
  const year = new Date().getUTCFullYear();
  const validity = sequence(time(year - 1), time(year + 1));
  const altNames = sequence(
    ...dnsNames.map((each) => der(0x82, Buffer.from(each))),
    ...ips.map((each) => der(0x87, Buffer.from(each.split(".").map(Number)))),
  );
  const extensions = sequence(
    extension([2, 5, 29, 17], altNames),
    extension([2, 5, 29, 19], sequence(der(0x01, Buffer.from([0xff])))),
  );
  const serial = Buffer.concat([Buffer.from([1]), createHash("sha1").update(spki).digest()]);
  const body = sequence(
    ...[der(0xa0, der(0x02, Buffer.from([2]))), der(0x02, serial), ecdsaWithSha256],
    ...[name, validity, name, spki, der(0xa3, extensions)],
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]));
  const base64 = sequence(body, ecdsaWithSha256, signature).toString("base64");
  const cert = `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: "pkcs8", format: "pem" }) as string };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const long =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...long]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid([first = 0, second = 0, ...rest]: number[]): Buffer {
  const bytes = rest.flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

function time(year: number): Buffer {
  return der(0x17, Buffer.from(`${String(year).slice(2)}0101000000Z`));
}

function extension(id: number[], value: Buffer): Buffer {
  return sequence(oid(id), der(0x04, value));
}
