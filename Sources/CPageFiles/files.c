#include "CPageFiles.h"

static const unsigned char page_html[] = {
#embed "../PageFiles/Templates/page.html"
};
static const unsigned char replay_css[] = {
#embed "../PageFiles/Style/replay.css"
};
static const unsigned char stops_css[] = {
#embed "../PageFiles/Style/stops.css"
};
static const unsigned char style_json[] = {
#embed "../PageFiles/Style/style.json"
};
static const unsigned char words_js[] = {
#embed "../PageFiles/Script/words.js"
};
static const unsigned char de_json[] = {
#embed "../PageFiles/Words/de.json"
};
static const unsigned char fr_json[] = {
#embed "../PageFiles/Words/fr.json"
};
static const unsigned char projection_js[] = {
#embed "../PageFiles/Script/projection.js"
};
static const unsigned char unpack_js[] = {
#embed "../PageFiles/Script/unpack.js"
};
static const unsigned char track_js[] = {
#embed "../PageFiles/Script/track.js"
};
static const unsigned char camera_js[] = {
#embed "../PageFiles/Script/camera.js"
};
static const unsigned char culling_js[] = {
#embed "../PageFiles/Script/culling.js"
};
static const unsigned char roadlook_js[] = {
#embed "../PageFiles/Script/roadlook.js"
};
static const unsigned char fading_js[] = {
#embed "../PageFiles/Script/fading.js"
};
static const unsigned char roads_js[] = {
#embed "../PageFiles/Script/roads.js"
};
static const unsigned char groundlook_js[] = {
#embed "../PageFiles/Script/groundlook.js"
};
static const unsigned char ground_js[] = {
#embed "../PageFiles/Script/ground.js"
};
static const unsigned char shields_js[] = {
#embed "../PageFiles/Script/shields.js"
};
static const unsigned char labels_js[] = {
#embed "../PageFiles/Script/labels.js"
};
static const unsigned char tiles_js[] = {
#embed "../PageFiles/Script/tiles.js"
};
static const unsigned char picture_js[] = {
#embed "../PageFiles/Script/picture.js"
};
static const unsigned char stage_js[] = {
#embed "../PageFiles/Script/stage.js"
};
static const unsigned char path_js[] = {
#embed "../PageFiles/Script/path.js"
};
static const unsigned char markers_js[] = {
#embed "../PageFiles/Script/markers.js"
};
static const unsigned char layers_js[] = {
#embed "../PageFiles/Script/layers.js"
};
static const unsigned char selection_js[] = {
#embed "../PageFiles/Script/selection.js"
};
static const unsigned char gestures_js[] = {
#embed "../PageFiles/Script/gestures.js"
};
static const unsigned char vehicle_js[] = {
#embed "../PageFiles/Script/vehicle.js"
};
static const unsigned char scalebar_js[] = {
#embed "../PageFiles/Script/scalebar.js"
};
static const unsigned char mapview_js[] = {
#embed "../PageFiles/Script/mapview.js"
};
static const unsigned char format_js[] = {
#embed "../PageFiles/Script/format.js"
};
static const unsigned char dom_js[] = {
#embed "../PageFiles/Script/dom.js"
};
static const unsigned char clock_js[] = {
#embed "../PageFiles/Script/clock.js"
};
static const unsigned char link_js[] = {
#embed "../PageFiles/Script/link.js"
};
static const unsigned char keyboard_js[] = {
#embed "../PageFiles/Script/keyboard.js"
};
static const unsigned char moments_js[] = {
#embed "../PageFiles/Script/moments.js"
};
static const unsigned char timeline_js[] = {
#embed "../PageFiles/Script/timeline.js"
};
static const unsigned char arrows_js[] = {
#embed "../PageFiles/Script/arrows.js"
};
static const unsigned char outcome_js[] = {
#embed "../PageFiles/Script/outcome.js"
};
static const unsigned char sentences_js[] = {
#embed "../PageFiles/Script/sentences.js"
};
static const unsigned char chart_js[] = {
#embed "../PageFiles/Script/chart.js"
};
static const unsigned char guidance_js[] = {
#embed "../PageFiles/Script/guidance.js"
};
static const unsigned char virtualtable_js[] = {
#embed "../PageFiles/Script/virtualtable.js"
};
static const unsigned char why_js[] = {
#embed "../PageFiles/Script/why.js"
};
static const unsigned char columns_js[] = {
#embed "../PageFiles/Script/columns.js"
};
static const unsigned char tables_js[] = {
#embed "../PageFiles/Script/tables.js"
};
static const unsigned char header_js[] = {
#embed "../PageFiles/Script/header.js"
};
static const unsigned char controls_js[] = {
#embed "../PageFiles/Script/controls.js"
};
static const unsigned char overview_js[] = {
#embed "../PageFiles/Script/overview.js"
};
static const unsigned char print_js[] = {
#embed "../PageFiles/Script/print.js"
};
static const unsigned char stops_js[] = {
#embed "../PageFiles/Script/stops.js"
};
static const unsigned char inflate_js[] = {
#embed "../PageFiles/Script/inflate.js"
};
static const unsigned char surroundings_js[] = {
#embed "../PageFiles/Script/surroundings.js"
};
static const unsigned char opening_js[] = {
#embed "../PageFiles/Script/opening.js"
};
static const unsigned char main_js[] = {
#embed "../PageFiles/Script/main.js"
};
static const unsigned char index_html[] = {
#embed "../PageFiles/Templates/index.html"
};
static const unsigned char index_css[] = {
#embed "../PageFiles/Style/index.css"
};
static const unsigned char index_js[] = {
#embed "../PageFiles/Script/index.js"
};
static const unsigned char night_html[] = {
#embed "../PageFiles/Templates/night.html"
};
static const unsigned char night_css[] = {
#embed "../PageFiles/Style/night.css"
};
static const unsigned char nightdata_js[] = {
#embed "../PageFiles/Script/nightdata.js"
};
static const unsigned char nightselection_js[] = {
#embed "../PageFiles/Script/nightselection.js"
};
static const unsigned char nightmap_js[] = {
#embed "../PageFiles/Script/nightmap.js"
};
static const unsigned char nightpanels_js[] = {
#embed "../PageFiles/Script/nightpanels.js"
};
static const unsigned char nightday_js[] = {
#embed "../PageFiles/Script/nightday.js"
};
static const unsigned char nightplan_js[] = {
#embed "../PageFiles/Script/nightplan.js"
};
static const unsigned char nighttable_js[] = {
#embed "../PageFiles/Script/nighttable.js"
};
static const unsigned char night_js[] = {
#embed "../PageFiles/Script/night.js"
};

static const PageFile files[] = {
  {"page.html", page_html, sizeof page_html},
  {"replay.css", replay_css, sizeof replay_css},
  {"stops.css", stops_css, sizeof stops_css},
  {"style.json", style_json, sizeof style_json},
  {"words.js", words_js, sizeof words_js},
  {"de.json", de_json, sizeof de_json},
  {"fr.json", fr_json, sizeof fr_json},
  {"projection.js", projection_js, sizeof projection_js},
  {"unpack.js", unpack_js, sizeof unpack_js},
  {"track.js", track_js, sizeof track_js},
  {"camera.js", camera_js, sizeof camera_js},
  {"culling.js", culling_js, sizeof culling_js},
  {"roadlook.js", roadlook_js, sizeof roadlook_js},
  {"fading.js", fading_js, sizeof fading_js},
  {"roads.js", roads_js, sizeof roads_js},
  {"groundlook.js", groundlook_js, sizeof groundlook_js},
  {"ground.js", ground_js, sizeof ground_js},
  {"shields.js", shields_js, sizeof shields_js},
  {"labels.js", labels_js, sizeof labels_js},
  {"tiles.js", tiles_js, sizeof tiles_js},
  {"picture.js", picture_js, sizeof picture_js},
  {"stage.js", stage_js, sizeof stage_js},
  {"path.js", path_js, sizeof path_js},
  {"markers.js", markers_js, sizeof markers_js},
  {"layers.js", layers_js, sizeof layers_js},
  {"selection.js", selection_js, sizeof selection_js},
  {"gestures.js", gestures_js, sizeof gestures_js},
  {"vehicle.js", vehicle_js, sizeof vehicle_js},
  {"scalebar.js", scalebar_js, sizeof scalebar_js},
  {"mapview.js", mapview_js, sizeof mapview_js},
  {"format.js", format_js, sizeof format_js},
  {"dom.js", dom_js, sizeof dom_js},
  {"clock.js", clock_js, sizeof clock_js},
  {"link.js", link_js, sizeof link_js},
  {"keyboard.js", keyboard_js, sizeof keyboard_js},
  {"moments.js", moments_js, sizeof moments_js},
  {"timeline.js", timeline_js, sizeof timeline_js},
  {"arrows.js", arrows_js, sizeof arrows_js},
  {"outcome.js", outcome_js, sizeof outcome_js},
  {"sentences.js", sentences_js, sizeof sentences_js},
  {"chart.js", chart_js, sizeof chart_js},
  {"guidance.js", guidance_js, sizeof guidance_js},
  {"virtualtable.js", virtualtable_js, sizeof virtualtable_js},
  {"why.js", why_js, sizeof why_js},
  {"columns.js", columns_js, sizeof columns_js},
  {"tables.js", tables_js, sizeof tables_js},
  {"header.js", header_js, sizeof header_js},
  {"controls.js", controls_js, sizeof controls_js},
  {"overview.js", overview_js, sizeof overview_js},
  {"print.js", print_js, sizeof print_js},
  {"stops.js", stops_js, sizeof stops_js},
  {"inflate.js", inflate_js, sizeof inflate_js},
  {"surroundings.js", surroundings_js, sizeof surroundings_js},
  {"opening.js", opening_js, sizeof opening_js},
  {"main.js", main_js, sizeof main_js},
  {"index.html", index_html, sizeof index_html},
  {"index.css", index_css, sizeof index_css},
  {"index.js", index_js, sizeof index_js},
  {"night.html", night_html, sizeof night_html},
  {"night.css", night_css, sizeof night_css},
  {"nightdata.js", nightdata_js, sizeof nightdata_js},
  {"nightselection.js", nightselection_js, sizeof nightselection_js},
  {"nightmap.js", nightmap_js, sizeof nightmap_js},
  {"nightpanels.js", nightpanels_js, sizeof nightpanels_js},
  {"nightday.js", nightday_js, sizeof nightday_js},
  {"nightplan.js", nightplan_js, sizeof nightplan_js},
  {"nighttable.js", nighttable_js, sizeof nighttable_js},
  {"night.js", night_js, sizeof night_js},
};

const PageFile *page_file(size_t number) {
  return number < sizeof files / sizeof files[0] ? &files[number] : NULL;
}
