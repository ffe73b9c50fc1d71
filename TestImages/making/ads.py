"""Sample ads for `lazymedia ad` and `lazymedia vast`. Their URLs name a host that cannot exist (RFC 2606), in whose
place the command puts its own origin."""
import base64
import json
import struct

import numpy as np

from . import icons, media, pngfile

ORIGIN = "http://origin.invalid"

VIDEOS = [(640, 360), (1280, 720)]


def box(kind, *parts):
    data = b"".join(parts)
    return struct.pack(">I4s", len(data) + 8, kind) + data


def full_box(kind, flags, data):
    return box(kind, struct.pack(">I", flags), data)


def mp4(width, height, seconds=15):
    """The boxes of an MP4 file (ISO 14496-12) with one video track, which holds no pictures: enough for whoever looks
    for the container, the size and the duration."""
    matrix = struct.pack(">9i", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    movie_header = full_box(
        b"mvhd", 0,
        struct.pack(">IIIIIH10x", 0, 0, 1000, seconds * 1000, 0x10000, 0x100) + matrix + bytes(24) + struct.pack(">I", 2))
    track_header = full_box(
        b"tkhd", 7,
        struct.pack(">IIIII8xHHHH", 0, 0, 1, 0, seconds * 1000, 0, 0, 0, 0) + matrix
        + struct.pack(">II", width << 16, height << 16))
    media_header = full_box(b"mdhd", 0, struct.pack(">IIIIHH", 0, 0, 1000, seconds * 1000, 0x55C4, 0))
    handler = full_box(b"hdlr", 0, struct.pack(">I4s12x", 0, b"vide") + b"video\0")
    entry = box(
        b"avc1", struct.pack(">6xH16xHHIIIH32xHh", 1, width, height, 0x480000, 0x480000, 0, 1, 24, -1))
    tables = box(
        b"stbl",
        full_box(b"stsd", 0, struct.pack(">I", 1) + entry),
        full_box(b"stts", 0, struct.pack(">I", 0)), full_box(b"stsc", 0, struct.pack(">I", 0)),
        full_box(b"stsz", 0, struct.pack(">II", 0, 0)), full_box(b"stco", 0, struct.pack(">I", 0)))
    data_reference = box(b"dinf", full_box(b"dref", 0, struct.pack(">I", 1) + full_box(b"url ", 1, b"")))
    information = box(b"minf", full_box(b"vmhd", 1, bytes(8)), data_reference, tables)
    track = box(b"trak", track_header, box(b"mdia", media_header, handler, information))
    return (
        box(b"ftyp", b"isom", struct.pack(">I", 0x200), b"isomavc1mp41")
        + box(b"moov", movie_header, track) + box(b"mdat", bytes(64)))


def vast(ad):
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="4.2">\n{ad}</VAST>\n'


def inline():
    files = "".join(
        f'              <MediaFile delivery="progressive" type="video/mp4" width="{width}" height="{height}" '
        f'bitrate="{width * 2}"><![CDATA[{ORIGIN}/ads/video-{width}x{height}.mp4]]></MediaFile>\n'
        for width, height in VIDEOS)
    return vast(f"""  <Ad id="kettle">
    <InLine>
      <AdSystem version="1.0">Sample server</AdSystem>
      <AdTitle>A kettle that whistles</AdTitle>
      <Impression><![CDATA[{ORIGIN}/track/impression]]></Impression>
      <Creatives>
        <Creative>
          <Linear>
            <Duration>00:00:15</Duration>
            <TrackingEvents>
              <Tracking event="start"><![CDATA[{ORIGIN}/track/start]]></Tracking>
              <Tracking event="complete"><![CDATA[{ORIGIN}/track/complete]]></Tracking>
            </TrackingEvents>
            <VideoClicks><ClickThrough><![CDATA[{ORIGIN}/shop]]></ClickThrough></VideoClicks>
            <MediaFiles>
              <MediaFile delivery="progressive" type="application/javascript" width="640" height="360" \
apiFramework="VPAID"><![CDATA[{ORIGIN}/ads/video.js]]></MediaFile>
{files}              <MediaFile delivery="streaming" type="application/x-mpegURL" width="1280" height="720">\
<![CDATA[{ORIGIN}/ads/video.m3u8]]></MediaFile>
            </MediaFiles>
          </Linear>
        </Creative>
      </Creatives>
    </InLine>
  </Ad>
""")


def wrapper():
    return vast(f"""  <Ad id="reseller">
    <Wrapper>
      <AdSystem>Sample reseller</AdSystem>
      <VASTAdTagURI><![CDATA[{ORIGIN}/ads/video.xml]]></VASTAdTagURI>
      <Impression><![CDATA[{ORIGIN}/track/reseller]]></Impression>
      <Creatives/>
    </Wrapper>
  </Ad>
""")


def image(kind, path, size=None, blurhash=None):
    value = {"type": kind, "url": f"{ORIGIN}/{path}"}
    if size:
        value["w"], value["h"] = size
    if blurhash:
        value["ext"] = {"blurhash": blurhash}
    return value


def native(title, icon, main):
    assets = [
        {"id": 1, "required": 1, "title": {"text": title}},
        {"id": 2, "data": {"type": 2, "value": "Made by the script beside it, shown by the real pipeline."}},
        {"id": 3, "data": {"type": 1, "value": "Sample shop"}},
        {"id": 4, "data": {"type": 12, "value": "Look"}},
        {"id": 5, "img": icon},
        {"id": 6, **main},
    ]
    ad = {"native": {"ver": "1.2", "link": {"url": f"{ORIGIN}/shop"}, "assets": assets}}
    return json.dumps(ad, indent=2) + "\n"


def data_url(pixels):
    data = pngfile.png(pixels.astype(np.int64), 8, pngfile.RGBA)
    return "data:image/png;base64," + base64.b64encode(data).decode()


def embedded():
    """An ad whose assets are in the response itself."""
    icon = icons.icon(0)[::2, ::2]
    scene = media.SCENES[0]()[::20, ::20]
    opaque = np.dstack([scene[..., :3], np.full(scene.shape[:2], 255, np.uint8)])
    height, width = opaque.shape[:2]
    return native(
        "An ad that is whole in itself", {"type": 1, "url": data_url(icon), "w": 40, "h": 40},
        {"img": {"type": 3, "url": data_url(opaque), "w": width, "h": height}})


def add_all(files):
    # The hashes as `lazymedia hash` prints them.
    icon = image(1, "icons/icon-01.png", (80, 80), "LSQjKI$*tkr?}[j[NGjuyDWVyrkC")
    # A progressive file, which gives previews.
    main = image(3, "media/media-04.jpg", (1200, 627), "LgKUAxofIVof7jWCxWj[4;t6WBRk")
    responses = {
        "image": native("A picture and an icon", icon, {"img": main}),
        "no-size": native("A picture of unsaid size", image(1, "icons/icon-02.png"), {"img": image(3, "media/media-02.jpg")}),
        "broken-icon": native("An icon that is not there", image(1, "ads/none.png", (80, 80)), {"img": main}),
        "broken-media": native("A picture that is damaged", icon, {"img": image(3, "truncated/jpeg-mid-scan.jpg")}),
        "embedded": embedded(),
        "video": native("A video behind a wrapper", icon, {"video": {"vasttag": wrapper()}}),
    }
    for name, text in responses.items():
        files.write(f"ads/{name}.json", text.encode())
    files.write("ads/video.xml", inline().encode())
    files.write("ads/wrapper.xml", wrapper().encode())
    for width, height in VIDEOS:
        files.write(f"ads/video-{width}x{height}.mp4", mp4(width, height))
