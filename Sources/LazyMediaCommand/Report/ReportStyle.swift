/// How a report looks. Sizes are in rem and px; both color schemes are here.
enum ReportStyle {
  static let text = #"""
    :root{--bg:#f4f6f8;--card:#fff;--line:#e1e6ec;--soft:#eef1f5;--text:#16202c;--quiet:#586577;
    --accent:#1d63d8;--bad:#b3261e;--bad-bg:#fdebe9;--warn:#805500;--warn-bg:#fff3d6;--good:#14683f;
    --good-bg:#e4f5ec;--wait:#b8c2cf;--come:#4b8bf5;--done:#2aa76a}
    @media(prefers-color-scheme:dark){:root{--bg:#11161c;--card:#191f27;--line:#2b333e;--soft:#222a34;
    --text:#eaeff5;--quiet:#9fabba;--accent:#7db0ff;--bad:#ff8f86;--bad-bg:#3c1d1c;--warn:#f3c25b;
    --warn-bg:#372b12;--good:#6bd39b;--good-bg:#15321f;--wait:#4a5665;--come:#5b98ff;--done:#37b777}}
    *{box-sizing:border-box}
    html{color-scheme:light dark;background:var(--bg);color:var(--text);
    font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;
    font-variant-numeric:tabular-nums}
    body{margin:0 auto;padding:28px 32px 64px;max-width:1560px}
    header{display:flex;flex-wrap:wrap;gap:8px 40px;align-items:baseline;margin-bottom:20px}
    h1{font-size:26px;line-height:1.2;letter-spacing:-.01em;margin:0;font-weight:650}
    dl{display:flex;flex-wrap:wrap;gap:4px 28px;margin:0}
    dl div{display:flex;gap:8px}dt{color:var(--quiet)}dd{margin:0}
    .tools{display:flex;flex-wrap:wrap;gap:12px 20px;align-items:center;margin-bottom:12px}
    fieldset{display:inline-flex;border:1px solid var(--line);border-radius:9px;background:var(--card);
    padding:3px;margin:0;min-width:0}
    legend,caption,.find span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
    white-space:nowrap}
    fieldset label{position:relative;cursor:pointer}
    fieldset input{position:absolute;opacity:0;inset:0;width:100%;height:100%;margin:0;cursor:pointer}
    fieldset span{display:block;padding:5px 14px;border-radius:6px;color:var(--quiet)}
    fieldset b{color:var(--text);margin-left:4px;font-weight:600}
    fieldset span.failed b{color:var(--bad)}fieldset span.warned b{color:var(--warn)}
    fieldset span.loaded b{color:var(--good)}
    fieldset input:checked+span{background:var(--soft);color:var(--text)}
    fieldset input:focus-visible+span,button:focus-visible,input:focus-visible,summary:focus-visible{
    outline:2px solid var(--accent);outline-offset:1px}
    .find{flex:1 1 240px;max-width:440px}
    #find{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);
    border-radius:9px;padding:8px 12px}
    #find::placeholder{color:var(--quiet);opacity:1}
    #shown{color:var(--quiet);margin-left:auto}
    .codes,.key{display:flex;flex-wrap:wrap;gap:6px 8px;align-items:center;margin:0 0 12px;color:var(--quiet)}
    .codes span{margin-right:4px}
    .codes button{font:inherit;font-size:13px;color:var(--text);background:var(--card);
    border:1px solid var(--line);border-radius:99px;padding:2px 11px;cursor:pointer}
    .codes button:hover{border-color:var(--quiet)}.codes b{color:var(--bad);font-weight:600;margin-left:3px}
    .key{gap:4px 18px;font-size:13px;justify-content:flex-end;margin-bottom:8px}
    .key span::before{content:"";display:inline-block;width:16px;height:8px;border-radius:2px;
    margin-right:6px;background:var(--wait)}
    .key .come::before{background:var(--come)}.key .done::before{background:var(--done)}
    .key .bad::before{background:var(--bad)}.key .lanes::before{display:none}
    table{width:100%;border-collapse:separate;border-spacing:0;background:var(--card);
    border:1px solid var(--line);border-radius:12px;table-layout:fixed}
    thead th{position:sticky;top:0;z-index:1;background:var(--card);border-bottom:1px solid var(--line);
    text-align:left;padding:6px 4px;vertical-align:top;font-weight:600}
    thead th:first-child{border-top-left-radius:12px}thead th:last-child{border-top-right-radius:12px}
    thead button{font:inherit;font-size:13px;color:var(--quiet);background:none;border:0;border-radius:6px;
    padding:4px 18px 4px 8px;cursor:pointer;white-space:nowrap;position:relative}
    thead button:hover,[aria-sort=ascending] button,[aria-sort=descending] button{color:var(--text)}
    thead button::after{content:"";position:absolute;right:5px;top:50%;border:4px solid transparent}
    th.bytes button,th.time button{padding:4px 8px 4px 18px}
    th.bytes button::after,th.time button::after{right:auto;left:5px}
    [aria-sort=ascending] button::after{border-bottom-color:currentColor;transform:translateY(-6px)}
    [aria-sort=descending] button::after{border-top-color:currentColor;transform:translateY(-2px)}
    tbody td,tbody th{padding:10px 12px;border-top:1px solid var(--line);vertical-align:top;text-align:left;
    font-weight:400}
    tbody tr:first-child>*{border-top:0}
    tbody tr:hover>*{background:color-mix(in srgb,var(--soft) 45%,transparent)}
    .number{width:56px;color:var(--quiet)}.state{width:94px}.asset{width:120px}
    .bytes,.time{width:88px}.falls{width:21%}
    td.bytes,td.time,th.bytes,th.time{text-align:right}
    .asset>span{display:block;white-space:nowrap}tbody .asset{padding-right:4px}.size{font-weight:500}
    .quiet,.from,.number{color:var(--quiet)}.quiet,.differs{font-size:13px}
    .differs,.warning{color:var(--warn)}.error{color:var(--bad)}
    .pair{display:flex;gap:14px}
    .pair img,.none{flex:none;width:80px;height:60px;border-radius:6px;background:var(--soft);
    object-fit:contain}
    .none{display:grid;place-items:center;color:var(--quiet);font-size:12px}
    .texts{min-width:0;overflow-wrap:anywhere}.texts>*{display:block}.texts>b{font-weight:600}
    .texts>b em{font-weight:400;color:var(--quiet)}
    .from,.error,.warning{font-size:13px}.error code{color:var(--quiet)}
    details{margin-top:3px;font-size:13px;color:var(--quiet)}
    summary{cursor:pointer;width:max-content;border-radius:4px}summary:hover{color:var(--text)}
    ul{margin:4px 0 0;padding:0;list-style:none}li{margin:2px 0}
    code{font:12px/1.4 ui-monospace,SFMono-Regular,Menlo,monospace;color:var(--text)}
    .tag{display:inline-block;font-size:13px;font-weight:600;padding:1px 9px;border-radius:99px}
    .tag.failed{color:var(--bad);background:var(--bad-bg)}
    .tag.warned{color:var(--warn);background:var(--warn-bg)}
    .tag.loaded{color:var(--good);background:var(--good-bg)}
    .mark{color:var(--bad);font-weight:600;font-size:13px}
    .axis{display:flex;justify-content:space-between;font-size:11px;font-weight:400;color:var(--quiet);
    margin:2px 8px 0}
    .axis span{width:0;white-space:nowrap;display:flex;justify-content:center}
    .axis span:first-child{justify-content:flex-start}.axis span:last-child{justify-content:flex-end}
    svg{display:block;width:100%;height:34px;
    background:repeating-linear-gradient(90deg,var(--line) 0 1px,transparent 1px var(--step));
    --step:calc((100% - 1px)/4);border-right:1px solid var(--line)}
    .t5 svg{--step:calc((100% - 1px)/5)}
    .wait{fill:var(--wait)}.come{fill:var(--come)}.done{fill:var(--done)}.bad{fill:var(--bad)}
    .on{fill:var(--text)}
    #nothing{text-align:center;color:var(--quiet);padding:40px}
    [hidden]{display:none!important}
    @media(max-width:1100px){.falls{width:17%}.asset{width:112px}.bytes,.time{width:78px}}
    @media(max-width:860px){
    body{padding:18px 14px 40px}h1{font-size:22px}header{margin-bottom:14px}
    dl{gap:2px 18px;font-size:13px}fieldset{width:100%}fieldset label{flex:1;text-align:center}
    fieldset span{padding:7px 2px;font-size:13px;white-space:nowrap}.find{max-width:none;flex-basis:100%}#find{padding:10px 12px;font-size:16px}
    #shown{margin:0}.key{justify-content:flex-start}
    table,thead,tbody,tr,td,tbody th{display:block}
    table{background:none;border:0}
    thead tr{display:flex;overflow-x:auto;gap:4px;padding:4px 0}
    thead th{position:static;background:none;border:0;padding:0;flex:none;width:auto!important}
    thead button{background:var(--card);border:1px solid var(--line);border-radius:99px;padding:6px 18px 6px 12px}
    .axis{display:none}
    tbody tr{background:var(--card);border:1px solid var(--line);border-radius:12px;margin:10px 0;
    padding:12px;display:grid;grid-template-columns:4fr 4fr 3fr 2fr;gap:8px 10px;align-items:start}
    tbody tr>*,tbody tr:first-child>*{border:0;padding:0;width:auto!important;min-width:0;
    background:none!important}
    tbody .number{grid-row:1;grid-column:4;text-align:right}
    tbody .state{grid-row:1;grid-column:1/4}
    tbody .ad,tbody .falls{grid-column:1/-1}
    tbody td.bytes,tbody td.time{text-align:left}.quiet,.differs{font-size:12px}
    td[data-l]:not(.number,.state,.falls)::before{content:attr(data-l);display:block;font-size:12px;
    color:var(--quiet)}
    }
    @media print{thead th{position:static}.tools,.codes{display:none}tr{break-inside:avoid}}

    """#
}
