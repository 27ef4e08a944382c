# What other projects use (docs/cpp.md): Pipette::pipette, the library of all rooms below the room `pipette` in one file, and
# Pipette::cli, the program. Both names are the same for add_subdirectory, FetchContent and find_package(Pipette).
#
# The library is static, or shared with BUILD_SHARED_LIBS. Its headers lie below pipette/ only: a copy, made when it is built, in
# which they include each other by that name (PublicHeaders.cmake), so that no folder of ours can hide one of the guest's.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# The objects of the rooms that TARGET links, and what else it links.
function(pipette_collect target)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL STATIC_LIBRARY)
    set_property(GLOBAL APPEND PROPERTY pipette_objects $<TARGET_OBJECTS:${target}>)
  endif()
  get_target_property(linked ${target} INTERFACE_LINK_LIBRARIES)
  foreach(library IN LISTS linked)
    get_property(seen GLOBAL PROPERTY pipette_seen)
    if(library IN_LIST seen OR NOT TARGET ${library} OR NOT library MATCHES "^pipette_")
      continue()
    endif()
    set_property(GLOBAL APPEND PROPERTY pipette_seen ${library})
    get_target_property(folder ${library} SOURCE_DIR)
    if(folder MATCHES "^${PROJECT_SOURCE_DIR}/src/")
      pipette_collect(${library})
    endif()
  endforeach()
endfunction()
pipette_collect(pipette_pipette)
get_property(objects GLOBAL PROPERTY pipette_objects)

set(include ${PROJECT_BINARY_DIR}/include)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.h ${PROJECT_SOURCE_DIR}/src/*.def)
set(script ${PROJECT_SOURCE_DIR}/cmake/PublicHeaders.cmake)
add_custom_command(
  OUTPUT ${include}/headers.txt
  COMMAND ${CMAKE_COMMAND} -D source=${PROJECT_SOURCE_DIR}/src -D output=${include} -P ${script}
  DEPENDS ${headers} ${script}
  COMMENT "Copying the public headers"
  VERBATIM)
add_custom_target(pipette_public_headers DEPENDS ${include}/headers.txt)

add_library(pipette_library ${guest} ${objects})
add_library(Pipette::pipette ALIAS pipette_library)
add_dependencies(pipette_library pipette_public_headers)
set_target_properties(pipette_library PROPERTIES OUTPUT_NAME pipette EXPORT_NAME pipette LINKER_LANGUAGE CXX
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_features(pipette_library INTERFACE cxx_std_20)
target_include_directories(pipette_library INTERFACE $<BUILD_INTERFACE:${include}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# nlohmann's and Eigen's headers are included by ours (Eigen's by <pipette/eigen.h> alone).
target_link_libraries(pipette_library INTERFACE $<BUILD_INTERFACE:pipette_nlohmann> $<BUILD_INTERFACE:pipette_eigen3>
                      $<INSTALL_INTERFACE:nlohmann_json::nlohmann_json>)
set(linked pipette_fmt)
if(TARGET ZLIB::ZLIB)
  list(APPEND linked ZLIB::ZLIB)
endif()
if(TARGET Threads::Threads)
  list(APPEND linked Threads::Threads)
endif()
if(PIPETTE_MPI)
  list(APPEND linked MPI::MPI_C)
endif()
if(BUILD_SHARED_LIBS)
  target_link_libraries(pipette_library PRIVATE $<BUILD_INTERFACE:${linked}>)
  if(UNIX AND NOT APPLE)  # what it exports is ours: neither {fmt} nor the standard library's templates
    set(exports ${PROJECT_SOURCE_DIR}/cmake/exports.map)
    target_link_options(pipette_library PRIVATE -Wl,--version-script=${exports} -Wl,--no-undefined)
    set_target_properties(pipette_library PROPERTIES LINK_DEPENDS ${exports})
  endif()
else()
  foreach(library IN LISTS linked)
    target_link_libraries(pipette_library INTERFACE $<BUILD_INTERFACE:$<LINK_ONLY:${library}>>)
  endforeach()
  list(TRANSFORM linked REPLACE "^pipette_fmt$" fmt::fmt)
  foreach(library IN LISTS linked)
    target_link_libraries(pipette_library INTERFACE $<INSTALL_INTERFACE:$<LINK_ONLY:${library}>>)
  endforeach()
endif()
if(TARGET pipette)
  add_executable(Pipette::cli ALIAS pipette)
  set_target_properties(pipette PROPERTIES EXPORT_NAME cli)
endif()

if(NOT PIPETTE_INSTALL)
  return()
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Pipette)
set(documents ${CMAKE_INSTALL_DATADIR}/doc)
install(TARGETS pipette_library EXPORT PipetteLibrary COMPONENT library)
install(DIRECTORY ${include}/pipette DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(EXPORT PipetteLibrary NAMESPACE Pipette:: DESTINATION ${package} COMPONENT library)
install(FILES LICENSE NOTICE DESTINATION ${documents}/libpipette-dev COMPONENT library)
configure_package_config_file(cmake/PipetteConfig.cmake.in ${PROJECT_BINARY_DIR}/PipetteConfig.cmake INSTALL_DESTINATION ${package})
# Before 1.0 a new minor version may break what an older one kept.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/PipetteConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/PipetteConfig.cmake ${PROJECT_BINARY_DIR}/PipetteConfigVersion.cmake DESTINATION ${package}
        COMPONENT library)
set(private_libraries " -lfmt -lz")  # of the static library
if(BUILD_SHARED_LIBS)
  set(private_libraries "")
endif()
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/pipette.pc.in ${PROJECT_BINARY_DIR}/pipette.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/pipette.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
if(TARGET pipette)
  install(TARGETS pipette EXPORT PipetteProgram RUNTIME COMPONENT program)
  install(EXPORT PipetteProgram NAMESPACE Pipette:: DESTINATION ${package} COMPONENT program)
  install(FILES LICENSE NOTICE DESTINATION ${documents}/pipette COMPONENT program)
endif()
if(TARGET pipette AND NOT CMAKE_CROSSCOMPILING)
  # What the program says of itself: a manual page and completions, each where its reader looks.
  set(share ${PROJECT_BINARY_DIR}/share)
  foreach(each "manual:man/man1/pipette.1" "completion bash:bash-completion/completions/pipette"
          "completion zsh:zsh/vendor-completions/_pipette" "completion fish:fish/vendor_completions.d/pipette.fish")
    string(REGEX REPLACE ":.*" "" command ${each})
    string(REGEX REPLACE ".*:" "" file ${each})
    cmake_path(GET file PARENT_PATH folder)
    file(MAKE_DIRECTORY ${share}/${folder})
    separate_arguments(command)
    add_custom_command(OUTPUT ${share}/${file} COMMAND pipette ${command} --output ${share}/${file} DEPENDS pipette
                       COMMENT "Writing share/${file}" VERBATIM)
    list(APPEND written ${share}/${file})
    install(FILES ${share}/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} COMPONENT program)
  endforeach()
  add_custom_target(pipette_share ALL DEPENDS ${written})
endif()

# cpack makes two Debian packages of this.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the Pipette authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL library program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libpipette-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libfmt-dev, nlohmann-json3-dev, zlib1g-dev")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS libeigen3-dev)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME pipette)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
include(CPack)
